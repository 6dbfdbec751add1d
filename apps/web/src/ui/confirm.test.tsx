// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Confirm } from './confirm.tsx';

afterEach(cleanup);

function ask(phrase?: string) {
  const onConfirm = vi.fn<() => void>();
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(
    <Confirm
      open
      onOpenChange={onOpenChange}
      title="Delete Maple & Rye?"
      confirmLabel="Delete"
      phrase={phrase}
      onConfirm={onConfirm}
    >
      312 contacts go with it.
    </Confirm>,
  );
  return { onConfirm, onOpenChange, user: userEvent.setup() };
}

const deleteButton = () => screen.getByRole('button', { name: 'Delete' });

test('Cancel has the focus first and closes without deleting', async () => {
  const { onConfirm, onOpenChange, user } = ask();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));

  await user.keyboard('{Enter}');

  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('the red button waits until the name is typed', async () => {
  const { onConfirm, user } = ask('Maple & Rye');

  await user.click(deleteButton());
  expect(deleteButton().getAttribute('aria-disabled')).toBe('true');
  expect(onConfirm).not.toHaveBeenCalled();

  await user.type(screen.getByRole('textbox'), 'Maple & Rye');
  await user.click(deleteButton());
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
