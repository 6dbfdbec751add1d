import { mostTopicsShown, pauseChoices, type PauseDays, type TopicSignal } from '../../platform/inbox/event.ts';

/** What a POST to a page of a mail asks for. */
export type Preference =
  | { do: 'one-click' | 'unsubscribe' | 'resubscribe' }
  | { do: 'pause'; days: PauseDays }
  /** `days` is null where the break stays as it is. */
  | { do: 'save'; topics: TopicSignal[]; days: PauseDays | null };

/** Null for anything else. Providers may send their one field as a form of either kind (RFC 8058, section 3.2). */
export function preferenceIn(body: unknown): Preference | null {
  if (typeof body !== 'string') return null;
  if (isOneClickPart(body)) return { do: 'one-click' };
  const fields = new URLSearchParams(body);
  if (fields.get('List-Unsubscribe') === 'One-Click') return { do: 'one-click' };
  const preference = fields.get('do');
  if (preference === 'pause') return pauseIn(fields.getAll('days'));
  if (preference === 'save') return savedIn(fields);
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

const topicId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All topics the page listed and those that are ticked. Whose they are is asked where they are understood. */
function savedIn(fields: URLSearchParams): Preference | null {
  const shown = fields.getAll('shown').flatMap((list) => list.split('.'));
  const chosen = fields.getAll('topic');
  const known = new Set(shown);
  const isSound = shown.length > 0 && shown.length <= mostTopicsShown && known.size === shown.length;
  if (!isSound || !shown.every((id) => topicId.test(id)) || !chosen.every((id) => known.has(id))) return null;
  const asked = fields.getAll('days').filter((answer) => answer !== '');
  const pause = asked.length === 0 ? null : pauseIn(asked);
  if (asked.length > 0 && pause?.do !== 'pause') return null;
  const topics = shown.map((id) => ({ id, out: !chosen.includes(id) }));
  return { do: 'save', topics, days: pause?.do === 'pause' ? pause.days : null };
}
