import { type AutomationDocument, emptyDocument, type Trigger } from '@waggle/contracts/automation-document';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertActivities, keepWatches } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { createFollower } from '#platform/events/follow-rows.ts';
import { readersOf } from '#platform/events/read-rows.ts';
import { createLog } from '#platform/log.ts';
import { createJobHarness, type JobHarness } from '#platform/jobs/test-harness.ts';
import { letInAfter } from './completed.ts';
import { dateHandlers, planFor } from './dates/handlers.ts';
import { letInByDate } from './dates/jobs.ts';
import { findOpen } from './queries.ts';
import type { Entry, TriggerPorts } from './ports.ts';
import { triggerSubscription } from './subscription.ts';
import { watchingHandlers } from './watching/handlers.ts';
import { watchSegments } from './watch-segments.ts';

const soon = { timeout: 60_000, interval: 50 };
const silent = createLog({ LOG_LEVEL: 'silent' }, 'test');
let entered: Entry[] = [];
let woken: { contactIds: readonly string[]; kinds: readonly string[] }[] = [];
let failing = 0;
const ports: TriggerPorts = {
  async enterPeople(ctx, entry) {
    if (failing > 0) {
      failing -= 1;
      throw new Error('not now');
    }
    entered.push(entry);
    if (entry.occasion)
      await sql`
        insert into automation_entries (organization_id, contact_id, automation_id, last_at, occasions)
        select ${ctx.organizationId}::uuid, id, ${entry.automationId}::uuid, now(), jsonb_build_object(${entry.occasion.key}::text, ${entry.occasion.year}::int)
        from unnest(${entry.contactIds}::uuid[]) id
        on conflict (organization_id, contact_id, automation_id) do update set occasions = excluded.occasions`.execute(
        ctx.db,
      );
  },
  wakePeople: async (_, contactIds, kinds) => void woken.push({ contactIds, kinds }),
};

let harness: JobHarness;
let ctx: Context;
let look: () => Promise<void>;
beforeAll(async () => {
  harness = await createJobHarness();
  const parts = { database: harness.database, log: silent, subscriptions: [] };
  const [reader] = readersOf([triggerSubscription(ports)]);
  const follow = createFollower(parts, reader!);
  look = () => follow(new AbortController().signal);
  await look();
});
beforeEach(async () => {
  ctx = await harness.organization();
  await harness.owner.query(`update organizations set timezone = 'UTC' where id = $1`, [ctx.organizationId]);
  [entered, woken, failing] = [[], [], 0];
});
afterEach(() => harness.stopWorkers());
afterAll(() => harness.close());

const first = async <Row>(text: string, ...values: unknown[]) =>
  (await harness.owner.query(text, values)).rows[0] as Row;
const idOf = async (text: string, ...values: unknown[]) => (await first<{ id: string }>(text, ...values)).id;

type Options = { status?: string; clientId?: string | null; document?: Partial<AutomationDocument> };
async function automation(triggers: Trigger[], { status = 'live', clientId = null, document = {} }: Options = {}) {
  const id = await idOf(
    `insert into automations (organization_id, client_id, name, status, draft, live_version) values ($1, $2, 'One', $3, '{}', 1) returning id`,
    ctx.organizationId,
    clientId,
    status,
  );
  await harness.owner.query(
    `insert into automation_versions (organization_id, automation_id, version, document, program) values ($1, $2, 1, $3, '{}')`,
    [ctx.organizationId, id, JSON.stringify({ ...emptyDocument, triggers, ...document })],
  );
  return id;
}
let people = 0;
const person = (attributes: object = {}, clientId: string | null = null) =>
  idOf(
    `insert into contacts (organization_id, client_id, email, attributes) values ($1, $2, $3, $4) returning id`,
    ctx.organizationId,
    clientId,
    `person${(people += 1)}@triggers.example`,
    JSON.stringify(attributes),
  );
const client = () =>
  idOf(`insert into clients (organization_id, name) values ($1, 'Client') returning id`, ctx.organizationId);
const did = (
  contactId: string,
  type: string,
  more: { refId?: string; data?: Record<string, unknown>; happenedAt?: Date } = {},
) => insertActivities(ctx, [{ contact: { id: contactId, client_id: null }, type, ...more }]);
const who = () => entered.map(({ automationId, contactIds, via }) => ({ automationId, contactIds, via }));

test('each thing that happens lets in the one it happened to, once, and wakes them', async () => {
  const thing = crypto.randomUUID();
  const wanted: [Trigger, string][] = [
    [{ kind: 'contact.created' }, 'contact.created'],
    [{ kind: 'form.submitted', formId: thing }, 'form.submitted'],
    [{ kind: 'tag.added', tagId: thing }, 'tag.added'],
    [{ kind: 'tag.removed', tagId: thing }, 'tag.removed'],
    [{ kind: 'segment.entered', segmentId: thing }, 'segment.entered'],
    [{ kind: 'segment.left', segmentId: thing }, 'segment.left'],
    [{ kind: 'email.opened', of: { campaignId: thing } }, 'email.opened'],
    [{ kind: 'email.clicked', of: null }, 'email.clicked'],
    [{ kind: 'qr.scanned', codeId: thing }, 'qr.scanned'],
    [{ kind: 'purchase.made' }, 'purchase.made'],
    [{ kind: 'event', name: 'trial.started' }, 'event.trial.started'],
  ];
  const automations: string[] = [];
  for (const [trigger] of wanted) automations.push(await automation([trigger]));
  const contacts: string[] = [];
  for (const [, type] of wanted) {
    const contactId = await person();
    contacts.push(contactId);
    await did(contactId, type, { refId: thing });
  }

  await look();
  await look();

  const expected = wanted.map(([{ kind }], at) => ({
    automationId: automations[at],
    contactIds: [contacts[at]],
    via: kind,
  }));
  expect(who()).toHaveLength(expected.length);
  expect(who()).toEqual(expect.arrayContaining(expected));
  expect(woken).toHaveLength(1);
  expect(woken[0]!.contactIds).toEqual(contacts);
});

test('who has no live automation costs one look, and nothing is asked of the engine', async () => {
  await automation([{ kind: 'purchase.made' }], { status: 'draft' });
  await did(await person(), 'purchase.made');

  await look();

  expect(await findOpen(ctx)).toEqual([]);
  expect([...entered, ...woken]).toEqual([]);
});

test('a paused or closing one lets nobody in, and those inside hear of it', async () => {
  await automation([{ kind: 'purchase.made' }], { status: 'paused' });
  await automation([{ kind: 'purchase.made' }], { status: 'closing' });
  await did(await person(), 'purchase.made');

  await look();

  expect(entered).toEqual([]);
  expect(woken).toEqual([{ contactIds: [expect.any(String)], kinds: ['purchase.made'] }]);
});

test('imports let nobody in', async () => {
  await automation([{ kind: 'contact.created' }]);
  const importId = crypto.randomUUID();
  const contactId = await person();
  await did(contactId, 'contact.imported', { refId: importId });
  await did(contactId, 'contact.updated', { refId: importId, data: { changed: ['tags'], importId } });

  await look();

  expect(entered).toEqual([]);
});

test('contacts of other clients and other organizations start nothing', async () => {
  const [one, two] = [await client(), await client()];
  await automation([{ kind: 'purchase.made' }], { clientId: one });
  const foreign = await person({}, two);
  await insertActivities(ctx, [{ contact: { id: foreign, client_id: two }, type: 'purchase.made' }]);
  const elsewhere = await harness.organization();
  await insertActivities(elsewhere, [{ contact: { id: crypto.randomUUID(), client_id: null }, type: 'purchase.made' }]);

  await look();

  expect(entered).toEqual([]);
});

test('a transaction that ends late is not missed', async () => {
  const automationId = await automation([{ kind: 'purchase.made' }]);
  const [late, early] = [await person(), await person()];
  const open = new pg.Client(harness.ownerUrl);
  await open.connect();
  await open.query('begin');
  await open.query(
    `insert into contact_activity (organization_id, contact_id, type) values ($1, $2, 'purchase.made')`,
    [ctx.organizationId, late],
  );
  await did(early, 'purchase.made');
  await look();
  await open.query('commit');
  await open.end();
  await look();

  expect(who()).toEqual([
    { automationId, contactIds: [early], via: 'purchase.made' },
    { automationId, contactIds: [late], via: 'purchase.made' },
  ]);
});

test('what fails at first is done later, and nobody else waits for it', async () => {
  const automationId = await automation([{ kind: 'purchase.made' }]);
  const contactId = await person();
  const { rowHandlers } = await import('#platform/events/read-rows.ts');
  await harness.start(rowHandlers([triggerSubscription(ports)]));
  failing = 1;

  await did(contactId, 'purchase.made');
  await look();

  await expect.poll(who, soon).toEqual([{ automationId, contactIds: [contactId], via: 'purchase.made' }]);
});

test('emails of its own steps do not start it, those of others do', async () => {
  const [own, other] = [
    await automation([{ kind: 'email.opened', of: null }]),
    await automation([{ kind: 'email.opened', of: null }]),
  ];
  const campaignId = await idOf(
    `insert into campaigns (organization_id, name, subject, content, recipients, tracking, automation_id, step_id) values ($1, 'Step', 'Hello', '{}', '{}', '{}', $2, 'aaaaaaaa') returning id`,
    ctx.organizationId,
    own,
  );
  await did(await person(), 'email.opened', { refId: campaignId });

  await look();

  expect(entered.map(({ automationId }) => automationId)).toEqual([other]);
});

test('automations start others one level deeper, and never themselves', async () => {
  const tagId = crypto.randomUUID();
  const trigger: Trigger = { kind: 'tag.added', tagId };
  const [own, other] = [await automation([trigger]), await automation([trigger])];
  const contactId = await person();
  await did(contactId, 'tag.added', { refId: tagId, data: { automationId: own, depth: 2 } });

  await look();

  expect(entered).toMatchObject([{ automationId: other, contactIds: [contactId], depth: 3 }]);
});

test('who completes one gets into those that wait for it', async () => {
  const done = await automation([{ kind: 'manual' }]);
  const next = await automation([{ kind: 'automation.completed', automationId: done }]);
  const contactId = await person();

  await letInAfter(ports, ctx, { automationId: done, contactIds: [contactId], depth: 0 });

  expect(entered).toMatchObject([
    { automationId: next, contactIds: [contactId], via: 'automation.completed', depth: 1 },
  ]);
});

test('segments that live automations name are watched, and no others', async () => {
  const segment = (name: string) =>
    idOf(
      `insert into segments (organization_id, name, rules) values ($1, $2, '{"match":"all","rules":[]}') returning id`,
      ctx.organizationId,
      name,
    );
  const [named, waited, before] = [await segment('Named'), await segment('Waited'), await segment('Before')];
  await keepWatches(ctx, [before]);
  await automation([{ kind: 'segment.entered', segmentId: named }]);
  await automation([{ kind: 'manual' }], {
    document: { stay: { filter: null, leaveWhen: [{ kind: 'segment.left', segmentId: waited }] } },
  });
  await automation([{ kind: 'segment.entered', segmentId: before }], { status: 'ended' });

  await harness.start(watchingHandlers());
  await watchSegments(ctx);

  const watched = async () => {
    const { rows } = await harness.owner.query(
      'select segment_id as id from segment_watches where organization_id = $1 order by 1',
      [ctx.organizationId],
    );
    return rows.map(({ id }) => id as string);
  };
  // Ids grow with time.
  await expect.poll(watched, soon).toEqual([named, waited]);
});

const at = (text: string): Context => ({ ...ctx, now: () => new Date(text) });
async function plannedAt(text: string): Promise<void> {
  await planFor(at(text));
  await expect.poll(() => harness.count(letInByDate.name), soon).toBe(0);
}

test('a date lets in on its day, once a year, also those of 29 February', async () => {
  await harness.owner.query(`update organizations set timezone = 'Europe/Berlin' where id = $1`, [ctx.organizationId]);
  const automationId = await automation([
    { kind: 'date', field: 'birthday', plusDays: 0, time: '09:00', yearly: true },
  ]);
  const leap = await person({ birthday: '1992-02-29' });
  const ordinary = await person({ birthday: '1990-02-28' });
  await person({ birthday: '2030-02-28' });
  await person({ birthday: '1990-03-01' });
  await person({ birthday: 'soon' });
  await harness.start(dateHandlers(ports));

  await plannedAt('2027-02-28T07:45:00Z');
  expect(entered).toEqual([]);
  for (const look of ['08:00', '08:15', '12:00']) await plannedAt(`2027-02-28T${look}:00Z`);
  const late = await person({ birthday: '2001-02-28' });
  await plannedAt('2027-02-28T15:00:00Z');
  await plannedAt('2028-02-28T08:00:00Z');
  await plannedAt('2028-02-29T08:00:00Z');

  const occasion = (year: number) => ({ key: 'birthday 0', year, yearly: true });
  expect(entered).toEqual([
    { automationId, contactIds: [leap, ordinary], via: 'date', occasion: occasion(2027) },
    { automationId, contactIds: [late], via: 'date', occasion: occasion(2027) },
    { automationId, contactIds: [ordinary, late], via: 'date', occasion: occasion(2028) },
    { automationId, contactIds: [leap], via: 'date', occasion: occasion(2028) },
  ]);
});

test('once on a day, some days before it, for the contacts of one client', async () => {
  const [own, other] = [await client(), await client()];
  await automation([{ kind: 'date', field: 'renewal', plusDays: -30, time: '00:00', yearly: false }], {
    clientId: own,
  });
  const due = await person({ renewal: '2027-01-15' }, own);
  await person({ renewal: '2027-01-15' }, other);
  await person({ renewal: '2026-01-15' }, own);
  await harness.start(dateHandlers(ports));

  await plannedAt('2026-12-16T00:00:00Z');

  expect(entered).toMatchObject([{ contactIds: [due], occasion: { key: 'renewal -30', year: 2027, yearly: false } }]);
});

test('more people than fit a page are let in page by page, none twice', async () => {
  await automation([{ kind: 'date', field: 'birthday', plusDays: 0, time: '09:00', yearly: true }]);
  await harness.owner.query(
    `insert into contacts (organization_id, email, attributes)
     select $1::uuid, 'many' || i || '@dates.example', '{"birthday":"1990-05-05"}' from generate_series(1, 1200) i`,
    [ctx.organizationId],
  );
  await harness.start(dateHandlers(ports));

  await plannedAt('2026-05-05T09:00:00Z');

  await expect.poll(() => entered.map(({ contactIds }) => contactIds.length), soon).toEqual([500, 500, 200]);
  expect(new Set(entered.flatMap(({ contactIds }) => contactIds)).size).toBe(1_200);
});
