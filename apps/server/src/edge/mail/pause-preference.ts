import { pauseChoices, type PauseDays } from '../../platform/inbox/event.ts';

/** What a POST to a page of a mail asks for. */
export type Preference = { do: 'one-click' | 'unsubscribe' | 'resubscribe' } | { do: 'pause'; days: PauseDays };

/** Null for anything else. Providers may send their one field as a form of either kind (RFC 8058, section 3.2). */
export function preferenceIn(body: unknown): Preference | null {
  if (typeof body !== 'string') return null;
  if (isOneClickPart(body)) return { do: 'one-click' };
  const fields = new URLSearchParams(body);
  if (fields.get('List-Unsubscribe') === 'One-Click') return { do: 'one-click' };
  const preference = fields.get('do');
  if (preference === 'pause') return pauseIn(fields.getAll('days'));
  return preference === 'unsubscribe' || preference === 'resubscribe' ? { do: preference } : null;
}

/** As a part of multipart/form-data: the name ends a header line, and the value follows the first empty line. */
function isOneClickPart(body: string): boolean {
  const lines = body.split(/\r?\n/);
  const name = lines.findIndex((line) => /name="?List-Unsubscribe"?$/i.test(line));
  if (name === -1) return false;
  const empty = lines.indexOf('', name);
  return empty !== -1 && empty + 2 < lines.length && lines[empty + 1]?.toLowerCase() === 'one-click';
}

/** Compared as text: '030', '3e1' and two answers at once are none. */
function pauseIn(answers: readonly string[]): Preference | null {
  const days = pauseChoices.find((choice) => answers.length === 1 && answers[0] === String(choice));
  return days === undefined ? null : { do: 'pause', days };
}
