import { passwordsMatch } from '@waggle/contracts/fields';
import { z } from 'zod';

const [match, complaint] = passwordsMatch;

type TypedPasswords = { password?: unknown; confirmPassword?: unknown };

/** Compares the two passwords although other fields may still be wrong. */
export const withMatchingPasswords = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape).refine((typed) => match(typed as Parameters<typeof match>[0]), {
    ...complaint,
    when: ({ value }) => {
      const typed = value as TypedPasswords;
      return typeof typed.password === 'string' && typeof typed.confirmPassword === 'string';
    },
  });

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u];
const obvious = /^(?:(.)\1*|0?1234.*|qwert.*|asdf.*|abc.*|pass.*|letmein.*|welcome.*|admin.*|iloveyou.*)$/i;

export type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

/** A hint while typing. The server judges with a dictionary and has the last word. */
export function strengthOf(password: string, minimum: number): Strength {
  if (password.length < minimum) return 'short';
  if (obvious.test(password)) return 'weak';

  const different = new Set(password).size;
  const points = Math.min(password.length, 20) + kinds.filter((kind) => kind.test(password)).length * 2;
  if (different < 5 || points < 12) return 'weak';
  if (points < 16) return 'fair';
  return points < 20 ? 'good' : 'strong';
}
