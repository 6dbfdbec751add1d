// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Icon } from './icon.ts';
import { Select } from './select.tsx';

afterEach(cleanup);

const icon = vi.fn(() => null);
const options = [
  { value: 'email', label: 'Email', icon: icon as unknown as Icon },
  { label: 'Names', options: [{ value: 'first', label: 'First name', icon: icon as unknown as Icon }] },
];
const onValueChange = vi.fn<(value: string) => void>();

/** In a form, with a button beside it that sets the value from outside. */
function Trial({ first }: { first?: string }) {
  const [value, setValue] = useState(first);
  const choose = (next: string) => {
    onValueChange(next);
    setValue(next);
  };
  return (
    <form>
      <Select aria-label="Field" placeholder="Choose" options={options} value={value} onValueChange={choose} />
      <button type="button" onClick={() => setValue('first')}>
        Set
      </button>
    </form>
  );
}

const open = (first?: string) => {
  icon.mockClear();
  onValueChange.mockClear();
  render(<Trial {...(first && { first })} />);
  return screen.getByRole('combobox', { name: 'Field' });
};

test('a list that nobody has come near is not built, and the choice is shown all the same', () => {
  expect(open('first').textContent).toBe('First name');
  expect(icon).not.toHaveBeenCalled();
});

test('without a choice the placeholder is shown', () => {
  expect(open().textContent).toBe('Choose');
});

test('a value that is set from outside is shown, and nobody is told that somebody chose', async () => {
  const select = open('email');

  await userEvent.click(screen.getByRole('button', { name: 'Set' }));

  expect(select.textContent).toBe('First name');
  expect(onValueChange).not.toHaveBeenCalled();
});

test('one is chosen from the list', async () => {
  const select = open();

  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: 'First name' }));

  expect(onValueChange.mock.calls).toEqual([['first']]);
  expect(select.textContent).toBe('First name');
});

test('a letter typed on the closed list chooses', async () => {
  const select = open('email');

  await userEvent.tab();
  await userEvent.keyboard('f');

  expect(document.activeElement).toBe(select);
  expect(onValueChange.mock.calls).toEqual([['first']]);
});
