// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissAllToasts, toast } from '#ui/toast-store.ts';
import { Toasts } from './toasts.tsx';

const server = vi.hoisted(() => ({ isDown: false, asked: 0 }));
vi.mock('#ui/toast.tsx', async (importOriginal) => {
  server.asked += 1;
  if (server.isDown) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
});

afterEach(() => {
  act(() => dismissAllToasts());
  cleanup();
});

test('a toast that cannot be fetched leaves the page as it is, and the next one shows', async () => {
  server.isDown = true;
  render(
    <>
      <input aria-label="Name" />
      <Toasts />
    </>,
  );
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await userEvent.type(name, 'Ann');

  act(() => void toast({ title: 'Tag added' }));
  await vi.waitFor(() => expect(server.asked).toBe(1), 20_000);
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByLabelText('Name')).toBe(name);
  expect(name.value).toBe('Ann');

  server.isDown = false;
  act(() => void toast({ title: 'Tag removed' }));
  expect(await screen.findByText('Tag removed', {}, { timeout: 20_000 })).toBeTruthy();
  expect(name.value).toBe('Ann');
});
