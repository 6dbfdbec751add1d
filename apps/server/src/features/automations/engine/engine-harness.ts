import { compile } from '@waggle/automations/compile';
import type { EffectOf } from '@waggle/automations/walk';
import { type AutomationDocument, emptyDocument, type Step } from '@waggle/contracts/automation-document';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/test-database.ts';
import type { Context } from '#platform/context.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { backgroundContext } from '#platform/background-context.ts';
import type { Place } from './place.ts';
import type { Engine } from './ports.ts';
import { changeFields } from './ports/fields.ts';
import { changeTags } from './ports/tags.ts';
import { enterOthers } from './ports/enter.ts';
import { servePlaces } from './serve-places.ts';
import { findDuePlaces } from './places.sql.ts';

export const quiet = createLog({ LOG_LEVEL: 'fatal' }, 'test');

/** What a test's engine was asked for, besides what it wrote into the database. */
export type Recorded = {
  emails: EffectOf<'email'>[];
  notes: EffectOf<'notify'>[];
  webhooks: EffectOf<'webhook'>[];
  completed: string[];
};

/** An engine whose emails, notes and webhooks are recorded; tags, fields and entries are real. */
export function recordingEngine(): { engine: Engine; recorded: Recorded } {
  const recorded: Recorded = { emails: [], notes: [], webhooks: [], completed: [] };
  const engine: Engine = {
    ports: {
      email: async (_, asked) => void recorded.emails.push(...asked),
      notify: async (_, asked) => void recorded.notes.push(...asked),
      webhook: async (_, asked) => void recorded.webhooks.push(...asked),
      tag: changeTags,
      field: changeFields,
      enter: enterOthers,
    },
    capFreeAt: async () => null,
    completed: async (_, { contactIds }) => void recorded.completed.push(...contactIds),
  };
  return { engine, recorded };
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** A database with organizations, contacts and automations that are live. */
// oxlint-disable-next-line max-lines-per-function -- a list of small functions over one database
export async function createHarness() {
  const db: TestDatabase = await createTestDatabase();
  const database: Database = openDatabase({
    DATABASE_URL: db.appUrl,
    DATABASE_POOL_SIZE: 8,
    DATABASE_STATEMENT_TIMEOUT_MS: 20_000,
  });
  const { engine, recorded } = recordingEngine();

  async function organization(): Promise<Context> {
    const id = randomUUID();
    await db.owner.query(`insert into organizations (id, name, timezone) values ($1, 'One', 'UTC')`, [id]);
    return backgroundContext(database, id, 'test');
  }
  async function contacts(ctx: Context, count: number): Promise<string[]> {
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into contacts (organization_id, email, email_consent) select $1, 'p' || n || '-' || gen_random_uuid() || '@example.com', 'granted'
       from generate_series(1, $2::int) n returning id`,
      [ctx.organizationId, count],
    );
    return rows.map(({ id }) => id);
  }
  async function automation(ctx: Context, steps: Step[], more: Partial<AutomationDocument> = {}): Promise<string> {
    const id = randomUUID();
    const document = { ...emptyDocument, ...more, steps };
    await db.owner.query(
      `insert into automations (organization_id, id, name, status, draft, live_version) values ($1, $2, 'Welcome', 'live', $3, 1)`,
      [ctx.organizationId, id, JSON.stringify(document)],
    );
    await db.owner.query(
      `insert into automation_versions (organization_id, automation_id, version, document, program) values ($1, $2, 1, $3, $4)`,
      [ctx.organizationId, id, JSON.stringify(document), JSON.stringify(compile(document))],
    );
    return id;
  }
  const duePlaces = async (ctx: Context): Promise<Place[]> =>
    (await findDuePlaces(database.sweep, 1_000)).filter(({ organizationId }) => organizationId === ctx.organizationId);
  /** Moves everybody who is due, until nobody is. */
  async function settle(ctx: Context, own: Engine = engine): Promise<void> {
    for (let places = await duePlaces(ctx); places.length > 0; places = await duePlaces(ctx))
      await servePlaces({ engine: own, log: quiet }, ctx, places.slice(0, 20));
  }
  /** As if this much time had passed for everybody inside. */
  async function pass(ctx: Context, interval: string): Promise<void> {
    await db.owner.query(
      `update automation_runs set wake_at = wake_at - $2::interval, deadline = deadline - $2::interval,
         arrived_at = arrived_at - $2::interval, entered_at = entered_at - $2::interval where organization_id = $1`,
      [ctx.organizationId, interval],
    );
    await db.owner.query(`update automation_places set next_at = next_at - $2::interval where organization_id = $1`, [
      ctx.organizationId,
      interval,
    ]);
  }
  const inside = async (ctx: Context) =>
    (
      await db.owner.query<{ contact_id: string; step: number; seq: number; stuck: string | null; attempts: number }>(
        'select contact_id, step, seq, stuck, attempts from automation_runs where organization_id = $1 order by contact_id',
        [ctx.organizationId],
      )
    ).rows;
  const past = async (ctx: Context) =>
    (
      await db.owner.query<{ contact_id: string; reason: string }>(
        'select contact_id, reason from automation_past where organization_id = $1 order by contact_id',
        [ctx.organizationId],
      )
    ).rows;
  return {
    db,
    database,
    engine,
    recorded,
    organization,
    contacts,
    automation,
    duePlaces,
    settle,
    pass,
    inside,
    past,
    async close() {
      await database.close();
      await db.drop();
    },
  };
}

const letters = (number: number): string =>
  Array.from({ length: 8 }, (_, at) => String.fromCharCode(97 + (Math.floor(number / 26 ** at) % 26))).join('');
let steps = 0;
export const stepId = (): string => letters(steps++);
export const wait = (amount = 1): Step => ({ id: stepId(), kind: 'wait', for: { amount, unit: 'days' } });
export const email = (): Step => ({ id: stepId(), kind: 'email', campaignId: null, hours: null, cap: 'obey' });
export const tagStep = (tagId: string): Step => ({ id: stepId(), kind: 'tag', add: [tagId], remove: [] });
export const lane = (...list: Step[]) => ({ id: stepId(), name: '', weight: 1, steps: list });
