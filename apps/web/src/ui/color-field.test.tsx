// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ColorField } from './color-field.tsx';

afterEach(cleanup);

function Field() {
  const [color, setColor] = useState('#000000');
  return (
    <>
      <ColorField
        label="Ink"
        value={color}
        onValueChange={setColor}
        presets={[{ value: '#1E3A5F', label: 'Navy' }]}
        invalid="No colour"
      />
      <output>{color}</output>
    </>
  );
}

const chosen = () => screen.getByRole('status').textContent;

test('a colour is chosen by name or typed, with or without its hash', async () => {
  const user = userEvent.setup();
  render(<Field />);

  await user.click(screen.getByRole('radio', { name: 'Navy' }));
  expect(chosen()).toBe('#1E3A5F');

  const typed = screen.getByLabelText('Ink', { selector: 'input[type=text]' });
  await user.clear(typed);
  await user.type(typed, 'abc');
  expect(chosen()).toBe('#AABBCC');
});

test('what is no colour is told and changes nothing', async () => {
  const user = userEvent.setup();
  render(<Field />);
  const typed = screen.getByLabelText('Ink', { selector: 'input[type=text]' });

  await user.clear(typed);
  await user.type(typed, '#12');
  expect(screen.getByText('No colour')).toBeDefined();
  expect(chosen()).toBe('#000000');

  await user.tab();
  expect((typed as HTMLInputElement).value).toBe('#000000');
});
