import { register } from '@waggle/contracts/joining';
import { expect, test } from 'vitest';
import { strengthOf, withMatchingPasswords } from './password-fields.ts';

test.each([
  ['abc', 'short'],
  ['aaaaaaaa', 'weak'],
  ['password1', 'weak'],
  ['123456789', 'weak'],
  ['kestrel7', 'fair'],
  ['kestrel meadow', 'good'],
  ['Kestrel-meadow-77', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password, 6)).toBe(strength);
});

test('two different passwords are noticed although other fields are still wrong', () => {
  const checked = withMatchingPasswords(register.body.shape).safeParse({
    name: '',
    email: '',
    organizationName: '',
    password: 'kestrel meadow',
    confirmPassword: 'kestrel meado',
  });

  const complaints = checked.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(complaints).toContain("confirmPassword: Passwords don't match");
  expect(complaints).toContain('name: Name must be at least 2 characters');
});
