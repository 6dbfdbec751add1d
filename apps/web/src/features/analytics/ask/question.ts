import { askBreakdowns, hasBreakdown, isState, type Question } from '@waggle/contracts/ask';
import { normal } from './normal.ts';
import { type Parts, readWords } from './read-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What keeps a text from being a question. */
export type Fault =
  | { kind: 'unknown'; words: string[] }
  | { kind: 'metric' }
  | { kind: 'period' }
  | { kind: 'breakdown'; metric: Question['metric'] };

export type Parsed = { question: Question } | { fault: Fault };

/** Whoever names no period means the one that the screen shows first. */
const usualPeriod = '30d';

export function parse(text: string, vocabulary: Vocabulary): Parsed {
  const { parts, left } = readWords(text, vocabulary);
  const { metric, period, breakdown } = parts;
  if (left.length > 0) return { fault: { kind: 'unknown', words: left } };
  if (!metric) return { fault: { kind: 'metric' } };
  if (period && isState(metric)) return { fault: { kind: 'period' } };
  if (breakdown && !hasBreakdown(metric, breakdown)) return { fault: { kind: 'breakdown', metric } };
  return {
    question: {
      metric,
      period: isState(metric) ? null : (period ?? usualPeriod),
      breakdown: breakdown ?? null,
      clientId: parts.clientId ?? null,
    },
  };
}

/** The question in words of the language; reading them gives the question again. */
export function print({ metric, period, breakdown, clientId }: Parts, vocabulary: Vocabulary): string {
  const textOf = <Key>(list: readonly { key: Key; phrases: readonly { text: string }[] }[], key: Key) =>
    list.find((one) => one.key === key)?.phrases[0]?.text;
  const client = vocabulary.clients.find(({ id }) => id === clientId);
  return [
    metric && textOf(vocabulary.metrics, metric),
    period && (textOf(vocabulary.periods, period as never) ?? monthText(period, vocabulary)),
    breakdown && `${vocabulary.by[0]!.text} ${textOf(vocabulary.breakdowns, breakdown)}`,
    client && `${vocabulary.for[0]!.text} ${client.text}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function monthText(period: string, vocabulary: Vocabulary): string {
  const [year = '', month = '1'] = period.split('-');
  return `${vocabulary.in[0]!.text} ${vocabulary.months[Number(month) - 1]![0]!.text} ${year}`;
}

const mostOffers = 8;
/** Offered before breakdowns, which would else stand below all of them. */
const firstPeriods = 4;

/** Whole questions that go on from what is typed; each of them can be read. */
export function complete(text: string, vocabulary: Vocabulary): string[] {
  const { parts, left, tail } = readWords(text, vocabulary);
  // A word in the middle that is not known is for the person to mend.
  if (left.length > 0 && !left.every((word) => tail.includes(word))) return [];
  const typed = tail.join(' ');
  const next = nextParts(parts, vocabulary).filter((more) => {
    const said = normal(print(more, vocabulary)).join(' ');
    return said.startsWith(typed) || (typed !== '' && said.includes(` ${typed}`));
  });
  const offers = next.map((more) => print({ ...parts, ...more }, vocabulary));
  return [...new Set(offers)].filter((offer) => 'question' in parse(offer, vocabulary)).slice(0, mostOffers);
}

function nextParts(parts: Parts, vocabulary: Vocabulary): Parts[] {
  const { metric, period, breakdown, clientId } = parts;
  if (!metric) return vocabulary.metrics.map(({ key }) => ({ metric: key }));
  const months = vocabulary.months.map((_, at) => ({ period: monthNamed(at, vocabulary.thisMonth) }));
  const periods =
    period || isState(metric) ? [] : [...vocabulary.periods.map(({ key }) => ({ period: key })), ...months];
  return [
    ...periods.slice(0, firstPeriods),
    ...(breakdown ? [] : breakdownsOf(metric, vocabulary).map((key) => ({ breakdown: key }))),
    ...(clientId ? [] : vocabulary.clients.map(({ id }) => ({ clientId: id }))),
    ...periods.slice(firstPeriods),
  ];
}

/** Clients stand beside each other only where all of them are shown. */
const breakdownsOf = (metric: Question['metric'], { clients }: Vocabulary) =>
  askBreakdowns[metric].filter((key) => key !== 'client' || clients.length > 0);

function monthNamed(at: number, thisMonth: string): string {
  const [year = '', month = ''] = thisMonth.split('-');
  return `${Number(year) - (at + 1 > Number(month) ? 1 : 0)}-${String(at + 1).padStart(2, '0')}`;
}
