// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandDialog } from './command-dialog.tsx';
import type { ShellState } from './shell-state.ts';

const server = vi.hoisted(() => ({ isDown: true }));
vi.mock('./commands.tsx', () => {
  if (server.isDown) throw new TypeError('Failed to fetch dynamically imported module');
  return { Commands: () => <p>Palette</p> };
});

afterEach(cleanup);

test('a palette that cannot be fetched is closed, and opens the next time', async () => {
  const close = vi.fn<() => void>();
  const shell = (layer: ShellState['layer']) => <CommandDialog shell={{ layer, close } as unknown as ShellState} />;
  const { rerender } = render(shell('palette'));
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), 20_000);
  rerender(shell(undefined));

  server.isDown = false;
  rerender(shell('palette'));

  expect(await screen.findByText('Palette', {}, { timeout: 20_000 })).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});
