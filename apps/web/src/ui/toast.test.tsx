// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissAllToasts, toast, ToastProvider } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <ToastProvider>
      <button type="button">outside</button>
    </ToastProvider>,
  );
});

afterEach(() => {
  act(() => dismissAllToasts());
  cleanup();
  vi.useRealTimers();
});

const show = (input: Parameters<typeof toast>[0]) => act(() => void toast(input));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('only the newest toast is visible', () => {
  show({ title: 'Tag added' });
  show({ title: 'Tag removed' });

  expect(shown()).toEqual(['Tag removed']);
});

test('a displaced toast that was no error does not come back', async () => {
  show({ title: 'Tag added' });
  show({ title: 'Tag removed' });

  await pass(5500);

  expect(shown()).toEqual([]);
});

test('a toast goes away after five seconds', async () => {
  show({ title: 'Saved' });

  await pass(4900);
  expect(shown()).toEqual(['Saved']);

  await pass(500);
  expect(shown()).toEqual([]);
});

test('an error stays until it is dismissed', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  show({ tone: 'error', title: 'Network error occurred' });

  await pass(60_000);
  expect(shown()).toEqual(['Network error occurred']);

  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await pass(400);
  expect(shown()).toEqual([]);
});

test('an error displaced by a newer toast comes back', async () => {
  show({ tone: 'error', title: 'Network error occurred' });
  show({ title: 'Saved' });
  expect(shown()).toEqual(['Saved']);

  await pass(5500);

  expect(shown()).toEqual(['Network error occurred']);
});

test('Ctrl+Z undoes while the toast shows, and only once', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const onAction = vi.fn<() => void>();
  show({ title: 'Contact deleted', action: { label: 'Undo', undo: true, onAction } });

  await user.keyboard('{Control>}z{/Control}');
  await pass(400);
  await user.keyboard('{Control>}z{/Control}');

  expect(onAction).toHaveBeenCalledTimes(1);
});
