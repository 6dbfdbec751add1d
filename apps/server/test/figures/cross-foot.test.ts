import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as analytics from '@waggle/contracts/analytics';
import { askBreakdowns, askMetrics } from '@waggle/contracts/ask';
import * as dashboard from '@waggle/contracts/dashboard';
import { listGoals as listGoalsCall } from '@waggle/contracts/goals';
import { type FigureName, figures } from '@waggle/contracts/metrics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { createInboxHarness, type InboxHarness } from '../harness/inbox-harness.ts';
import { randomFrom } from '../harness/random.ts';
import { type RandomOrganization, randomOrganization } from './random-organization.ts';
import { readRawRows } from './raw-rows.ts';
import { curveRecounts, growthRange } from './recount-curves.ts';
import { type Count, type PeriodName, type Question, recounts } from './recounts.ts';
import { rowsBehind } from './rows-behind.ts';
import { foldAll } from '../../src/features/campaigns/progress/fold.ts';
import { readContactGrowth } from '../../src/features/dashboard/contact-growth.ts';
import { listGoals } from '../../src/features/dashboard/goals/goals.ts';
import { readMetrics } from '../../src/features/dashboard/metrics.ts';
import { answerOf } from '../../src/features/analytics/ask/ask.ts';
import { campaignAnalytics } from '../../src/features/analytics/campaigns.ts';
import { compareClients } from '../../src/features/analytics/clients.ts';
import { codeAnalytics } from '../../src/features/analytics/codes.ts';
import { contactAnalytics } from '../../src/features/analytics/contacts.ts';
import { overviewOf } from '../../src/features/analytics/overview.ts';
import { retention } from '../../src/features/analytics/retention.ts';
import { recountTotals } from '../../src/features/analytics/recount/recount-totals.ts';

const calls = [
  dashboard.readDashboardMetrics,
  dashboard.readContactGrowth,
  listGoalsCall,
  analytics.readAnalytics,
  analytics.readContactAnalytics,
  analytics.readCampaignAnalytics,
  analytics.readCodeAnalytics,
  analytics.readRetention,
  analytics.compareClients,
];
const everyRecount: Record<FigureName, Count> = { ...recounts, ...curveRecounts };
const entries = Object.entries(figures) as [
  FigureName,
  { shown: readonly string[]; definition: string; unit: string },
][];

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

/** Where a number stands in an answer. */
function numbersIn(schema: Schema, path: string): string[] {
  if ([schema.type].flat().some((type) => type === 'number' || type === 'integer')) return [path];
  const inside = Object.entries(schema.properties ?? {}).map(
    ([key, value]) => [value, path ? `${path}.${key}` : key] as const,
  );
  return [
    ...inside.flatMap(([value, place]) => numbersIn(value, place)),
    ...(schema.items ? numbersIn(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((either) => numbersIn(either, path)),
  ];
}

describe('the list of figures', () => {
  test('has every number that Overview and Analytics answer, once', () => {
    const answered = calls.flatMap(({ name, reply }) =>
      numbersIn(z.toJSONSchema(reply, { io: 'input' }) as Schema, '').map((path) => `${name} ${path}`),
    );
    // What a goal is meant to be is typed by people, not counted.
    const counted = new Set(answered.filter((place) => place !== 'goals.list items[].target'));

    const asked = askMetrics.map((metric) => `analytics.ask ${metric}`);
    expect(entries.flatMap(([, { shown }]) => shown).toSorted()).toEqual([...counted, ...asked].toSorted());
  });

  test('names a definition for each', () => {
    const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');

    for (const [name, { definition }] of entries) expect(page, name).toContain(`| ${definition} |`);
  });
});

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

/** Pages of three, as one list. */
async function whole<Page extends { items: object[]; nextCursor: string | null }>(
  read: (cursor?: string) => Promise<Page>,
): Promise<Page> {
  const first = await read();
  for (let at = first.nextCursor; at !== null;) {
    const page = await read(at);
    first.items.push(...page.items);
    at = page.nextCursor;
  }
  return first;
}

const answersOf = async (ctx: Context, period: PeriodName): Promise<Record<string, unknown>> => ({
  'dashboard.metrics': await readMetrics(ctx),
  'dashboard.contact-growth': await readContactGrowth(ctx, growthRange[period]),
  'goals.list': await listGoals(ctx),
  'analytics.overview': await overviewOf(ctx, period),
  'analytics.contacts': await contactAnalytics(ctx, period),
  'analytics.campaigns': await whole((cursor) => campaignAnalytics(ctx, { period, limit: 3, cursor })),
  'analytics.ask': await asked(ctx, period),
  'analytics.codes': await whole((cursor) => codeAnalytics(ctx, { period, limit: 3, cursor })),
  'analytics.retention': await retention(ctx),
  // Clients stand beside each other only where all are shown.
  ...(activeClient(ctx) === null && { 'analytics.clients': await compareClients(ctx, period) }),
});

const cuts = askMetrics.flatMap((metric) => askBreakdowns[metric].map((breakdown) => ({ metric, breakdown })));
let turn = 0;

/** Some questions, others each time: all of them for each organization would take longer than everything else. */
async function asked(ctx: Context, period: PeriodName): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (let more = 5; more > 0; more -= 1) {
    const { metric, breakdown } = cuts[(turn += 1) % cuts.length]!;
    const cut = breakdown === 'client' && ctx.actor.clientLimit ? {} : { breakdown };
    const { value, rows, unit } = await answerOf(ctx, { metric, ...(metric !== 'contacts' && { period }), ...cut });
    values[metric] = value;
    const sum = rows?.reduce((total, row) => total + (row.value ?? 0), 0);
    if (rows && unit !== 'percent') expect(sum, `${metric} by ${breakdown}`).toBe(value);
  }
  return values;
}

type Item = { id?: string };

/** What stands at a place, and the id of the item of a list it stands in. */
function at(answer: unknown, path: string): { value: unknown; ids: string[] | null } {
  const [list, inItem] = path.split('[].');
  const value = list!
    .replace('[]', '')
    .split('.')
    .reduce((found, key) => (found as Record<string, unknown> | null)?.[key], answer);
  if (inItem === undefined) return { value, ids: null };
  const items = value as Item[];
  const ids = items.every(({ id }) => id !== undefined) && items.length > 0 ? items.map(({ id }) => id!) : null;
  return { value: items.map((item) => at(item, inItem).value), ids };
}

/** Overview rounds percents to two digits; whoever divides in another order may round the other way. */
const expectedOf = (value: unknown, unit: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => expectedOf(item, unit));
  return typeof value === 'number' && unit === 'percent' ? expect.closeTo(value, 1) : value;
};

function expectFigures(answers: Record<string, unknown>, question: Question, where: string): void {
  for (const [name, { shown, unit }] of entries)
    for (const place of shown) {
      const [call, path] = place.split(' ') as [string, string];
      if (!(call in answers)) continue;
      const { value, ids } = at(answers[call], path);
      if (call === 'analytics.ask' && value === undefined) continue;
      // An empty list has no figures.
      if (ids === null && path.includes('[].') && (value as unknown[]).length === 0) continue;
      const expected = ids ? ids.map((id) => everyRecount[name](question, id)) : everyRecount[name](question, '');
      expect(value, `${place}, ${where}`).toEqual(expectedOf(expected, unit));
    }
}

async function expectToAddUp(made: RandomOrganization, clientId: string | null, period: PeriodName, where: string) {
  const now = Date.now();
  const ctx = {
    ...made.ctx,
    actor: { kind: 'job' as const, name: 'test', clientLimit: clientId },
    now: () => new Date(now),
    // So that every breakdown is answered.
    sellsNoPlans: true,
  };
  const raw = await readRawRows(harness, made, clientId);
  const answers = await answersOf(ctx, period);
  for (const [place, rows] of Object.entries(await rowsBehind(ctx, answers))) {
    const [call, path] = place.split(' ') as [string, string];
    expect(at(answers[call], path).value, `rows behind ${place}, ${where}`).toBe(rows);
  }
  expectFigures(
    answers,
    { raw, timezone: made.timezone, now, period, clients: made.clients.filter((id) => id !== null) },
    where,
  );
}

const periods = ['7d', '30d', '90d', 'all'] as const;
const [organizations, atOnce] = [100, 5];

/** All clients and one of them, each in one of the periods; then the totals behind all of them. */
async function expectAllFigures(made: RandomOrganization, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const pick = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)]!;
  for (const clientId of [null, pick(made.clients)]) {
    const period = pick(periods);
    await expectToAddUp(made, clientId, period, `seed ${seed}, ${clientId ?? 'all clients'}, ${period}`);
  }
  const { checks, wrongCohorts } = await recountTotals(made.ctx, { repair: false });
  expect([checks.filter(({ wrong }) => wrong > 0), wrongCohorts], `seed ${seed}`).toEqual([[], 0]);
}

test('every figure of random organizations is that of their rows', async () => {
  const first = randomInt(2 ** 30);
  const checked: string[] = [];
  for (let done = 0; done < organizations; done += atOnce) {
    const seeds = Array.from({ length: atOnce }, (_, at) => first + done + at);
    const made = await Promise.all(seeds.map((seed) => randomOrganization(harness, seed)));
    await foldAll(harness.database, new AbortController().signal);
    await Promise.all(made.map((organization, at) => expectAllFigures(organization, seeds[at]!)));
    checked.push(...made.map(({ ctx }) => ctx.organizationId));
  }
  expect(new Set(checked).size).toBe(organizations);
}, 120_000);
