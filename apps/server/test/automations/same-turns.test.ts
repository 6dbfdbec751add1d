import { randomUUID } from 'node:crypto';
import { leadThrough } from '@waggle/automations/replayed-person';
import { stepsOf } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../harness/cases.ts';
import { randomFrom } from '../harness/random.ts';
import type { Context } from '#platform/context.ts';
import { type Done, drivenEngine, type Scripted } from './driven-engine.ts';
import { dateEntries } from '#features/automations/trials/entries.ts';
import { findEntrants, pseudoOf } from '#features/automations/trials/entrants.ts';
import { findPeople } from '#features/automations/trials/people.ts';
import { documentFrom, lineFrom, type Names, pickWith } from './random-past.ts';
import { openTrial, type Trial } from '#features/automations/trials/scene.ts';

let driven: Awaited<ReturnType<typeof drivenEngine>>;
beforeAll(async () => {
  driven = await drivenEngine();
});
afterAll(() => driven.harness.close());

const [minute, day] = [60_000, 86_400_000];
const rates = { openRate: 0.5, clickRate: 0.25 };
/** A journey takes a second: each is lived through by a real database. */
const journeys = Number(process.env['JOURNEYS'] ?? (isNightly ? 200 : 40));
// oxlint-disable-next-line no-restricted-properties -- a seed, printed with what fails
const firstSeed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));

test(`the engine and the back-test lead the same people the same way, on ${journeys} random journeys`, async () => {
  let [turns, emails] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + journeys; seed += 1) {
    const { engine, paper } = await both(seed);

    expect(paper, `SEED=${seed} JOURNEYS=1`).toEqual(engine);
    turns += engine.reduce((sum, person) => sum + person.runs.flat().length, 0);
    emails += engine.reduce((sum, { did }) => sum + did.filter((one) => one.includes(' email ')).length, 0);
  }
  // Otherwise the journeys are too dull to show anything.
  expect(turns).toBeGreaterThan(journeys * 3);
  expect(emails).toBeGreaterThan(journeys);
});

type Led = { contactId: string; runs: string[][]; did: string[] };

/** One journey, lived through by the engine and then tried on what was recorded. */
async function both(seed: number): Promise<{ engine: Led[]; paper: Led[] }> {
  const random = randomFrom(seed);
  const pick = pickWith(random);
  const to = Date.now() - day;
  const from = to - 80 * day;
  await driven.moveTo(from - minute);
  const ctx = driven.at(await driven.harness.organization());
  const names = await addNames(ctx, pick([null, 2]));
  const contactIds = await addContacts(ctx, from, pick);
  const document = documentFrom(seed, pick, names);
  const automationId = await driven.harness.automation(ctx, document.steps, document);
  const campaignOf = await addEmails(ctx, automationId, [...stepsOf(document.steps)]);
  const script = scriptOf();
  const tried = { automationId, clientId: null, document };
  const trial = await openTrial(ctx, tried, { from, to, rates, happens: new Set(), mostTurns: 2_000 });
  script.push(...(await datesOf(ctx, trial, contactIds)));
  const attributes = await attributesOf(ctx);

  const done = await driven.drive(ctx, { automationId, campaignOf, rates }, script, to);
  const engine = await ledByEngine(ctx, contactIds, done);
  await driven.moveTo(to + minute);
  // Fields are those of today: what the engine itself has set would be set before its time.
  await driven.harness.db.owner.query(
    `update contacts set attributes = known.attributes from jsonb_to_recordset($1) as known (id uuid, attributes jsonb) where contacts.id = known.id`,
    [JSON.stringify(attributes)],
  );
  const paper = await ledOnPaper(ctx, trial, contactIds);
  await driven.harness.db.owner.query('delete from automation_places where organization_id = $1', [ctx.organizationId]);
  return { engine, paper };

  function scriptOf(): Scripted[] {
    return contactIds.flatMap((contactId) =>
      Array.from({ length: 9 }, () => ({
        ...lineFrom(pick, names),
        contactId,
        at: Math.floor(from + random() * 70 * day),
      })),
    );
  }
}

async function addNames(ctx: Context, cap: number | null): Promise<Names> {
  const { owner } = driven.harness.db;
  const names = {
    tags: [randomUUID(), randomUUID()],
    forms: [randomUUID(), randomUUID()],
    segment: randomUUID(),
    campaign: randomUUID(),
  };
  const id = ctx.organizationId;
  for (const tagId of names.tags)
    await owner.query('insert into tags (organization_id, id, name) values ($1, $2, $3)', [id, tagId, tagId]);
  for (const formId of names.forms)
    await owner.query(`insert into forms (organization_id, id, name, draft) values ($1, $2, 'Club', '{}')`, [
      id,
      formId,
    ]);
  await owner.query(
    `insert into contact_fields (organization_id, key, label, type) values ($1, 'birthday', 'Birthday', 'date')`,
    [id],
  );
  await owner.query(`update organizations set cap_emails = $2, cap_hours = $3, timezone = $4 where id = $1`, [
    id,
    cap,
    cap && 60,
    cap ? 'America/New_York' : 'Europe/Berlin',
  ]);
  return names;
}

async function addContacts(ctx: Context, from: number, pick: ReturnType<typeof pickWith>): Promise<string[]> {
  const contactIds = await driven.harness.contacts(ctx, 3);
  for (const id of contactIds)
    await driven.harness.db.owner.query(
      `update contacts set attributes = $2, email_consent = $3, created_at = $4, last_activity_at = $4, mail_paused_until = $5 where id = $1`,
      [
        id,
        pick([{}, { birthday: '1990-10-04' }, { birthday: '2026-11-01' }]),
        pick(['granted', 'granted', 'granted', 'granted', 'withdrawn', 'pending']),
        new Date(from - 5 * day),
        pick([null, null, null, new Date(from + 20 * day), new Date(from + 60 * day)]),
      ],
    );
  return contactIds.sort();
}

/** Emails of steps are sent by a campaign each. */
async function addEmails(ctx: Context, automationId: string, steps: readonly { kind: string; id: string }[]) {
  const campaignOf = new Map<string, string>();
  for (const { id } of steps.filter(({ kind }) => kind === 'email')) {
    const { rows } = await driven.harness.db.owner.query<{ id: string }>(
      `insert into campaigns (organization_id, automation_id, step_id, name, subject, content, recipients, tracking)
       values ($1, $2, $3, 'Step', 'Step', '{"html":"","text":""}', '{}', '{}') returning id`,
      [ctx.organizationId, automationId, id],
    );
    campaignOf.set(id, rows[0]!.id);
  }
  return campaignOf;
}

const attributesOf = async (ctx: Context) =>
  (
    await driven.harness.db.owner.query<{ id: string; attributes: Record<string, unknown> }>(
      'select id, attributes from contacts where organization_id = $1',
      [ctx.organizationId],
    )
  ).rows;

/** The planner of dates lets people in at the time of the trigger. */
async function datesOf(ctx: Context, trial: Trial, contactIds: readonly string[]): Promise<Scripted[]> {
  const entries = dateEntries(trial);
  const known = new Map((await attributesOf(ctx)).map(({ id, attributes }) => [id, attributes]));
  return contactIds.flatMap((contactId) =>
    entries(contactId, known.get(contactId)!).map(({ at, entry }) => ({
      type: 'date',
      refId: null,
      at,
      contactId,
      occasion: entry!.occasion!,
    })),
  );
}

const turnText = (at: number, nodes: readonly number[], outcomes: readonly number[], seen: unknown): string =>
  `${new Date(at).toISOString()} ${nodes.join()} ${outcomes.join()} ${JSON.stringify(seen ?? null)}`;
const didText = ({ at, kind, stepId }: Omit<Done, 'contactId'>): string =>
  `${new Date(at).toISOString()} ${kind} ${stepId}`;

async function ledByEngine(ctx: Context, contactIds: readonly string[], done: readonly Done[]): Promise<Led[]> {
  const { rows } = await driven.harness.db.owner.query<{
    contact_id: string;
    run_id: string;
    happened_at: Date;
    nodes: number[];
    outcomes: number[];
    seen: unknown;
  }>('select * from automation_turns where organization_id = $1 order by run_id, seq', [ctx.organizationId]);
  return contactIds.map((contactId) => {
    const own = rows.filter((row) => row.contact_id === contactId);
    const runs = [...Map.groupBy(own, ({ run_id }) => run_id).values()].map((turns) =>
      turns.map(({ happened_at, nodes, outcomes, seen }) => turnText(happened_at.getTime(), nodes, outcomes, seen)),
    );
    const did = done.filter((one) => one.contactId === contactId).map(didText);
    return { contactId, runs: runs.sort(byText), did: did.sort() };
  });
}

async function ledOnPaper(ctx: Context, trial: Trial, contactIds: readonly string[]): Promise<Led[]> {
  const entrants = await findEntrants(ctx, trial);
  const people = await findPeople(ctx, trial, entrants.contactIds, await pseudoOf(ctx, trial, entrants.contactIds));
  const led = new Map(people.map((person) => [person.contactId, leadThrough(trial.replay, person)]));
  return contactIds.map((contactId) => {
    const runs = led.get(contactId)?.runs ?? [];
    const did = runs.flatMap(({ turns }) =>
      turns.flatMap(({ at, effects }) => effects.map(({ kind, stepId }) => didText({ at, kind, stepId }))),
    );
    const texts = runs.map(({ turns }) =>
      turns.map(({ at, nodes, outcomes, seen }) => turnText(at, nodes, outcomes, seen)),
    );
    return { contactId, runs: texts.sort(byText), did: did.sort() };
  });
}

const byText = (one: readonly string[], other: readonly string[]): number => (one.join() < other.join() ? -1 : 1);
