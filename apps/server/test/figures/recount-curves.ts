import type { FigureName } from '@waggle/contracts/metrics';
import { addDays, daysBetween } from '../../src/features/engagement/calendar.ts';
import {
  campaignSums,
  contactsBefore,
  type Count,
  countIn,
  dayOf,
  daysOf,
  isIn,
  type Question,
  rateOf,
  share,
  type Sums,
} from './recounts.ts';

/** What the curve of growth is asked for beside a period. */
export const growthRange = { '7d': '30d', '30d': '30d', '90d': '90d', all: '1y' } as const;
const pointsOf = {
  '30d': { count: 30, each: 1 },
  '90d': { count: 90, each: 1 },
  '1y': { count: 52, each: 7 },
};

/** The last days of its points, and of as many before. */
function growthDays({ timezone, now, period }: Question) {
  const { count, each } = pointsOf[growthRange[period]];
  const today = dayOf(timezone, now);
  const ends = Array.from({ length: count * 2 }, (_, at) => addDays(today, (at + 1 - count * 2) * each));
  return { before: ends.slice(0, count), ends: ends.slice(count), each };
}

const contactsAtEnd = (question: Question, day: string) =>
  contactsBefore(question, (at) => dayOf(question.timezone, at) <= day);

function movesByPoint(question: Question, by: 1 | -1): number[] {
  const moments = question.raw.moves.filter((move) => move.by === by).map(({ at }) => at);
  const { ends, each } = growthDays(question);
  return ends.map((to) => countIn(question, moments, { from: addDays(to, 1 - each), to }));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The months of UTC in which somebody came, oldest first. */
function cohortsOf({ raw, now }: Question) {
  const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
  const came = Map.groupBy([...raw.contacts, ...raw.deleted], ({ created }) => monthOf(created));
  return [...came]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([month, people]) => {
      const later = daysBetween(`${month}-01`, new Date(now).toISOString().slice(0, 10)).map((day) => day.slice(0, 7));
      const moves = raw.moves.filter(({ created }) => monthOf(created) === month);
      return {
        people: people.length,
        mailable: [...new Set(later)].map((until) =>
          sum(moves.filter(({ at }) => monthOf(at) <= until).map(({ by }) => by)),
        ),
      };
    });
}

/** As if nobody else were there. */
const ofClient = (question: Question, id: string): Question => {
  const own = <Row extends { clientId: string | null }>(rows: Row[]) => rows.filter((row) => row.clientId === id);
  const { raw } = question;
  return {
    ...question,
    days: daysOf(question).days,
    raw: { ...raw, contacts: own(raw.contacts), campaigns: own(raw.campaigns), codes: own(raw.codes) },
  };
};

function clientSums(question: Question): Sums & { contacts: number; created: number; scans: number } {
  const { days } = daysOf(question);
  const { contacts, codes } = question.raw;
  return {
    ...campaignSums(question, days),
    contacts: contacts.length,
    created: contacts.filter(({ created }) => isIn(question.timezone, created, days)).length,
    scans: countIn(
      question,
      codes.flatMap(({ scans }) => scans),
      days,
    ),
  };
}
type ClientSums = ReturnType<typeof clientSums>;

const clickRateOf = ({ clicked, delivered }: Sums) => share(clicked, delivered);
const eachClient =
  (pick: (sums: ClientSums) => unknown): Count =>
  (question, id) =>
    pick(clientSums(ofClient(question, id)));
const sumsOfAll = (question: Question): ClientSums[] =>
  question.clients.map((id) => clientSums(ofClient(question, id)));
const mean =
  (name: 'contacts' | 'created' | 'sent' | 'scans'): Count =>
  (question) =>
    sum(sumsOfAll(question).map((sums) => sums[name])) / question.clients.length;
/** Of all emails together. */
const rateOfAll =
  (name: 'opened' | 'clicked'): Count =>
  (question) => {
    const all = sumsOfAll(question);
    return share(sum(all.map((sums) => sums[name])), sum(all.map(({ delivered }) => delivered)));
  };

export const curveRecounts = {
  contactsByPoint: (question) => growthDays(question).ends.map((day) => contactsAtEnd(question, day)),
  contactsByPointBefore: (question) => {
    const before = growthDays(question).before.map((day) => contactsAtEnd(question, day));
    return before.some((total) => total > 0) ? before : null;
  },
  contactsJoinedByPoint: (question) => movesByPoint(question, 1),
  contactsLeftByPoint: (question) => movesByPoint(question, -1),
  contactsJoinedInRange: (question) => sum(movesByPoint(question, 1)),
  contactsLeftInRange: (question) => sum(movesByPoint(question, -1)),

  cohortPeople: (question) => cohortsOf(question).map(({ people }) => people),
  cohortMailable: (question) => cohortsOf(question).map(({ mailable }) => mailable),

  clientContacts: eachClient(({ contacts }) => contacts),
  clientCreated: eachClient(({ created }) => created),
  clientSent: eachClient(({ sent }) => sent),
  clientScans: eachClient(({ scans }) => scans),
  clientOpenRate: eachClient(rateOf),
  clientClickRate: eachClient(clickRateOf),
  averageContacts: mean('contacts'),
  averageCreated: mean('created'),
  averageSent: mean('sent'),
  averageScans: mean('scans'),
  averageOpenRate: rateOfAll('opened'),
  averageClickRate: rateOfAll('clicked'),
} satisfies Partial<Record<FigureName, Count>>;
