import type { PastLine } from '@waggle/automations/past-person';
import { offsetAt } from '@waggle/contracts/zones';
import { timeOnDay } from '@waggle/automations/times';
import type { PastActivity } from '#features/contacts/index.ts';
import { mostDepth } from '../entries/enter.ts';
import { countedOn, type DateTrigger, occasionKey } from '../triggers/dates/due.ts';
import { startedBy } from '../triggers/listening.ts';
import type { Trial } from './scene.ts';

/** What lets a contact in without a line of its timeline. */
export type Pseudo = (contactId: string, fields: Record<string, unknown>) => PastLine[];

type Told = PastActivity & { sentBy: string | null };

/** Whether a line lets somebody in, by the same rule as what happens now. */
export function entryOf({ automationId, clientId, document }: Trial, line: Told): PastLine['entry'] {
  const trigger = startedBy({ id: automationId, clientId, version: 0, document }, line);
  const depth = line.cause ? line.cause.depth + 1 : 0;
  return trigger && depth < mostDepth ? { depth } : undefined;
}

const day = 86_400_000;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Days of a span, as `2027-03-01` on the clock of the zone. */
export function daysBetween(from: number, to: number, zone: string): string[] {
  const [first, last] = [from, to].map((at) => Math.floor((at + offsetAt(zone, at)) / day) * day);
  return Array.from({ length: Math.round((last! - first!) / day) + 1 }, (_, at) => dayText(first! + at * day));
}

/** One day on which a date trigger looks, by what the date ends with. */
type Look = { at: number; upTo: string; year: number };

/** When a date field would have let somebody in. */
export function dateEntries({ document, replay }: Trial): Pseudo {
  const { from, to, zone } = replay.scene;
  const triggers = document.triggers.filter((trigger): trigger is DateTrigger => trigger.kind === 'date');
  const looks = triggers.map((trigger) => ({ trigger, byEnding: looksOf(trigger, daysBetween(from, to, zone), zone) }));
  return (_, fields) =>
    looks.flatMap(({ trigger, byEnding }) => {
      const value = fields[trigger.field];
      const date = typeof value === 'string' ? value.slice(0, 10) : '';
      const found = byEnding.get(trigger.yearly ? date.slice(4) : date) ?? [];
      return found
        .filter(({ at, upTo }) => date <= upTo && at >= from && at <= to)
        .map(({ at, year }) => ({
          type: 'date',
          refId: null,
          at,
          entry: { depth: 0, occasion: { key: occasionKey(trigger), year, yearly: trigger.yearly } },
        }));
    });
}

function looksOf(trigger: DateTrigger, days: readonly string[], zone: string): Map<string, Look[]> {
  const byEnding = new Map<string, Look[]>();
  for (const onDay of days) {
    const { endings, upTo, year } = countedOn(trigger, onDay);
    const at = timeOnDay(onDay, 0, trigger.time, zone)!;
    for (const ending of endings) byEnding.set(ending, [...(byEnding.get(ending) ?? []), { at, upTo, year }]);
  }
  return byEnding;
}

/** Ends of dates, or whole ones, that let anybody in. */
export const endingsOf = (
  trigger: DateTrigger,
  { from, to, zone }: { from: number; to: number; zone: string },
): string[] => [...looksOf(trigger, daysBetween(from, to, zone), zone).keys()];
