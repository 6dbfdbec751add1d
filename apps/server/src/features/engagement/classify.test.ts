import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Signals } from '#platform/inbox/event.ts';
import { classify, type Label, ruleVersion } from './classify.ts';

const folder = new URL('./corpus/', import.meta.url);
const labels: Label[] = ['human', 'machine', 'unsure'];

type Labelled = { label: Label; source: string; signals: Signals; subjects: number };

function readCorpus(wanted: (file: string) => boolean): Labelled[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsv') && wanted(file))
    .flatMap((file) => {
      const [head = '', ...lines] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
      const names = head.split('\t');
      return lines.map((line) => {
        const cells = line
          .split('\t')
          .flatMap((cell, at) => (cell === '-' ? [] : [[names[at], cell === "''" ? '' : cell]]));
        const { label, source, subjects = '1', ...signals } = Object.fromEntries(cells) as Record<string, string>;
        return {
          label,
          source,
          subjects: Number(subjects),
          signals: { address: '203.0.113.7', ...signals },
        } as Labelled;
      });
    });
}

const judge = ({ signals, subjects }: Labelled) => classify({ signals, subjects, method: 'GET', asks: 'page' });

/** Prints the table of what is and what was said; answers precision and recall of 'machine'. */
function measure(name: string, corpus: Labelled[]) {
  const table = Object.fromEntries(labels.map((label) => [label, { human: 0, machine: 0, unsure: 0 }]));
  const judged = corpus.map((row) => ({ ...row, verdict: judge(row) }));
  for (const { label, verdict } of judged) table[label]![verdict.label] += 1;
  const called = labels.reduce((sum, label) => sum + table[label]!.machine, 0);
  const precision = table['machine']!.machine / called;
  const recall = table['machine']!.machine / corpus.filter(({ label }) => label === 'machine').length;
  const wronged = judged.filter(({ label, verdict }) => label === 'human' && verdict.label === 'machine');
  const missed = judged.filter(({ label, verdict }) => label === 'machine' && verdict.label === 'human');

  const line = (label: Label) =>
    `${label.padEnd(8)} ${labels.map((said) => String(table[label]![said]).padStart(8)).join('')}`;
  process.stdout.write(
    [
      `${name}: ${corpus.length} requests, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
      `is\\said  ${labels.map((label) => label.padStart(8)).join('')}`,
      ...labels.map(line),
      `people called machines: ${wronged.length}`,
      ...wronged.map(({ source, verdict, signals }) => `  ${source} (${verdict.reason}) ${signals.userAgent}`),
      `machines called people: ${[...new Set(missed.map(({ source }) => source))].map((source) => `${source} ${missed.filter((row) => row.source === source).length}`).join(', ') || 'none'}`,
      '',
    ].join('\n'),
  );
  return { precision, recall };
}

describe('on the labelled requests', () => {
  const heldOut = (file: string) => file.startsWith('held-out');

  test('there are at least 1,200, a third of them never used to tune a rule', () => {
    expect(readCorpus(() => true).length).toBeGreaterThanOrEqual(1_200);
    expect(readCorpus(heldOut).length / readCorpus(() => true).length).toBeGreaterThan(0.32);
  });

  test.each([
    ['tuned on', (file: string) => !heldOut(file)],
    ['held out', heldOut],
    ['all', () => true],
  ])('%s: who is called a machine is one, and few machines pass for people', (name, wanted) => {
    const { precision, recall } = measure(name, readCorpus(wanted));

    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});

const person: Signals = {
  address: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  language: 'de-DE,de;q=0.9',
  fetchMode: 'navigate',
};
const ask = (
  change: Partial<Signals> = {},
  more: { method?: string; subjects?: number; asks?: 'page' | 'image' } = {},
) => classify({ signals: { ...person, ...change }, method: 'GET', asks: 'page', subjects: 1, ...more });

test('a person with a phone is a person', () => {
  expect(ask()).toEqual({ label: 'human', reason: 'browser', ruleVersion });
});

test.each([
  ['prefetch-hint', { purpose: 'prefetch;prerender' }, {}],
  ['not-a-get', {}, { method: 'HEAD' }],
  ['not-a-navigation', { fetchMode: 'no-cors' }, {}],
  ['empty-agent', { userAgent: ' ' }, {}],
  ['link-preview', { userAgent: 'WhatsApp/2.23.20.0 A' }, {}],
  ['http-library', { userAgent: 'curl/8.5.0' }, {}],
] as const)('%s makes a machine', (reason, change, more) => {
  expect(ask(change, more)).toMatchObject({ label: 'machine', reason });
});

test.each([
  ['Microsoft Outlook 16.0.17328; ms-office; MSOffice 16', 'image', 'human'],
  ['Microsoft Outlook 16.0.17328; ms-office; MSOffice 16', 'page', 'machine'],
  ['ms-office; MSOffice 16', 'image', 'machine'],
] as const)('of Windows "%s" that asks for a %s is a %s', (program, asks, label) => {
  const userAgent = `Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; ${program})`;

  const signals = { address: person.address, userAgent, accept: '*/*' };
  const verdict = classify({ signals, method: 'GET', asks, subjects: 1 });

  expect(verdict.label).toBe(label);
});

test('a mail program that shows a picture asks for a picture', () => {
  const picture = { accept: 'image/*', fetchMode: 'no-cors' };

  expect(ask(picture, { asks: 'image' }).label).toBe('human');
  expect(ask(picture, { asks: 'page' }).label).toBe('machine');
});

test('somebody who follows a dozen links within seconds is doubted, and who follows a few is not', () => {
  expect(ask({}, { subjects: 12 })).toMatchObject({ label: 'unsure', reason: 'many-at-once' });
  expect(ask({}, { subjects: 6 }).label).toBe('human');
});

test('whatever a stranger sends gets a verdict that fits its column', () => {
  const text = fc.option(fc.string({ maxLength: 512 }), { nil: undefined });
  const signals = fc.record({
    userAgent: text,
    accept: text,
    language: text,
    purpose: text,
    fetchMode: text,
    brands: text,
    platform: text,
  });

  fc.assert(
    fc.property(signals, fc.string(), fc.nat(), (said, method, subjects) => {
      const defined = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
      const verdict = classify({ signals: { address: '::1', ...defined }, method, asks: 'page', subjects });
      expect(labels).toContain(verdict.label);
      expect(verdict.reason.length).toBeLessThanOrEqual(60);
    }),
  );
});
