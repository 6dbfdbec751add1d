// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSingleKeys, useShortcuts } from './shortcuts.ts';

const overview = vi.fn();
const palette = vi.fn();

function Keys() {
  useShortcuts({ 'g o': overview, 'mod+k': palette });
  return <input aria-label="field" />;
}

beforeEach(() => void render(<Keys />));
afterEach(() => {
  setSingleKeys(true);
  cleanup();
  vi.clearAllMocks();
});

test('two keys after each other lead to a place', async () => {
  await userEvent.keyboard('go');

  expect(overview).toHaveBeenCalledOnce();
});

test('inside a field letters are letters, but the palette opens', async () => {
  await userEvent.click(screen.getByLabelText('field'));
  await userEvent.keyboard('go{Control>}k{/Control}');

  expect(overview).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});

test('single keys can be turned off', async () => {
  setSingleKeys(false);

  await userEvent.keyboard('go{Meta>}k{/Meta}');

  expect(overview).not.toHaveBeenCalled();
  expect(palette).toHaveBeenCalledOnce();
});
