// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

afterEach(cleanup);

const emailField = (props: { hint?: string; error?: string; required?: boolean }) =>
  render(
    <Field label="Email" {...props}>
      {(control) => <TextInput {...control} />}
    </Field>,
  );

const input = () => screen.getByRole('textbox', { name: 'Email' });
const described = () =>
  document.querySelector(`#${CSS.escape(input().getAttribute('aria-describedby') ?? 'none')}`)?.textContent;

test('the label names the control and the hint describes it', () => {
  emailField({ hint: 'We send a link' });

  expect(described()).toBe('We send a link');
  expect(input().getAttribute('aria-invalid')).toBeNull();
});

test('V23: an error stands before the hint, which stays, and marks the control invalid', () => {
  emailField({ hint: 'We send a link', error: 'Email is required' });

  expect(described()).toBe('Email is requiredWe send a link');
  expect(input().getAttribute('aria-invalid')).toBe('true');
});

test('a field without hint or error points at nothing', () => {
  emailField({});

  expect(input().getAttribute('aria-describedby')).toBeNull();
});

test('the asterisk of a required field is not part of its name', () => {
  emailField({ required: true });

  expect(input().getAttribute('aria-required')).toBe('true');
});
