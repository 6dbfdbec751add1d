import type { FormSettings } from '@waggle/contracts/form-definition';
import { findTags } from '@waggle/email/content/grammar';
import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import type { Personal } from '@waggle/email/content/personal';
import { inertName } from '@waggle/email/inert-name';
import { Problem } from '#platform/problem.ts';

type Answer = FormSettings['answerEmail'];

/** A field that nobody has prints nothing, so every name may be asked for. */
const anyField = { has: () => true } as unknown as ReadonlySet<string>;

/** Before it is published: an email that cannot be written is found by its author and not by a worker. */
export function refuseBadAnswer({ answerEmail }: FormSettings): void {
  if (!answerEmail.isOn) return;
  const missing = (['subject', 'text'] as const).find((part) => answerEmail[part].trim() === '');
  if (missing) throw refusal('Write a subject and a text for the email to the person.');
  if (!isSound(answerEmail.subject) || !isSound(answerEmail.text))
    throw refusal('Check the merge fields of the email to the person.');
}

const refusal = (message: string) => new Problem('invalid_input', message, { fields: { answerEmail: message } });

function isSound(source: string): boolean {
  let sound = true;
  findTags(source, anyField, () => (sound = false));
  return sound;
}

/** Values that would become links are left out: whoever types the address of somebody else cannot advertise to them. */
export function answerText({ subject, text }: Answer, person: Personal): { subject: string; lines: string[] } {
  const safe = (value: string | null) => (value === null ? null : inertName(value, '') || null);
  const attributes = Object.fromEntries(
    Object.entries(person.attributes).map(([key, value]) => [key, typeof value === 'string' ? safe(value) : value]),
  );
  const reader = new Reader({
    ...person,
    firstName: safe(person.firstName),
    lastName: safe(person.lastName),
    company: safe(person.company),
    attributes,
  });
  const written = (source: string) => renderPieces(parsePieces(source), reader);
  return {
    // One line, whatever a value holds.
    subject: written(subject)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    lines: written(text)
      .split('\n')
      .filter((line) => line.trim() !== ''),
  };
}
