import { CompiledQuery } from 'kysely';
import { type Db as EngineDb, type JobInsert, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Database, Db } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { type JobClass, jobClasses } from './classes.ts';
import { createQueue, queueSettings } from './queues.ts';

export type JobOptions = {
  class: JobClass;
  /** How often it may be tried before it becomes a dead letter. */
  attempts?: number;
  /** Seconds one try may take; after that its signal aborts and the try counts as failed. */
  timeLimitSeconds?: number;
  /** Seconds before the second try; doubles with every further one. */
  backoffSeconds?: number;
  /** Longest pause between two tries, in seconds. */
  backoffLimitSeconds?: number;
  /**
   * At most one waiting job for each key. Danger: a second transaction with the same key waits until the first has
   * ended, so it must not already hold a row the first one wants.
   */
  onePerKey?: boolean;
  /** Jobs one fetch takes and runs side by side. More than its class says only for work of a few milliseconds. */
  batch?: number;
};

export type Job<Payload = unknown, Tenant extends boolean = boolean> = Required<JobOptions> & {
  name: string;
  payload: z.ZodType<Payload>;
  /** Work for one organization, or of the installation itself, which sees no tenant row. */
  tenant: Tenant;
};

const defaults = { attempts: 5, timeLimitSeconds: 60, backoffSeconds: 1, backoffLimitSeconds: 3600, onePerKey: false };

/** Declares work for one organization. The payload carries ids; what they name is read when the job runs. */
export const job = <Payload>(name: string, payload: z.ZodType<Payload>, options: JobOptions): Job<Payload, true> =>
  declare({ ...defaults, batch: jobClasses[options.class].batch, ...options, name, payload, tenant: true });

/** Declares work of the installation itself, which sees no tenant row. */
export const systemJob = <Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: JobOptions,
): Job<Payload, false> =>
  declare({ ...defaults, batch: jobClasses[options.class].batch, ...options, name, payload, tenant: false });

function declare<Declared extends Job>(candidate: Declared): Declared {
  const { name } = candidate;
  if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9.-]*$/.test(name) || name.startsWith('dead.')) {
    throw new Error(`The job "${name}" needs a name like "campaigns.start-sending".`);
  }
  return candidate;
}

export type EnqueueOptions = {
  /** Short waits only: the engine's cost of looking grows with every job held back. Long waits are rows with a due time. */
  startAfter?: Date;
  /** For jobs declared `onePerKey`; keys of different organizations never meet. */
  singletonKey?: string;
  /** Higher runs earlier within its own queue. */
  priority?: number;
  /** A chosen id makes a second enqueue of the same job do nothing while the first is kept (an hour after it ran). */
  id?: string;
};

/** What a job row carries: the tenant, and the ids the job is about. */
export type Envelope = { organizationId: string | null; payload: unknown };

type TenantContext = Pick<Context, 'db' | 'organizationId'>;

/**
 * Writes the job inside the caller's transaction: work that rolled back is never done, work that committed is never
 * forgotten. Answers the job's id, or null when the same key or id is there already.
 */
export async function enqueue<Payload>(
  ctx: TenantContext,
  declared: Job<Payload, true>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const [id] = await write(ctx.db, declared, [toInsert(declared, ctx.organizationId, payload, options)]);
  return id ?? null;
}

/**
 * Many jobs of one kind in one statement.
 * @internal Fault runs and benches fill queues with it; features enqueue one wake-up call for each row that is due.
 */
export async function enqueueMany<Payload>(
  ctx: TenantContext,
  declared: Job<Payload, true>,
  payloads: Payload[],
): Promise<void> {
  if (payloads.length === 0) return;
  await write(
    ctx.db,
    declared,
    payloads.map((payload) => toInsert(declared, ctx.organizationId, payload, {})),
  );
}

/** For work of the installation, and for people who are not signed in. */
export async function enqueueSystem<Payload>(
  db: Db | Database,
  declared: Job<Payload, false>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const [id] = await write('tenant' in db ? db.tenant(null) : db, declared, [
    toInsert(declared, null, payload, options),
  ]);
  return id ?? null;
}

function toInsert<Payload>(
  declared: Job<Payload>,
  organizationId: string | null,
  payload: Payload,
  options: EnqueueOptions,
): JobInsert<Envelope> {
  if (options.singletonKey !== undefined && !declared.onePerKey) {
    throw new Error(`The job "${declared.name}" is not declared onePerKey, so a singletonKey has no meaning.`);
  }
  return {
    // Parsed here as well, so that a wrong payload fails its author and not a worker.
    data: { organizationId, payload: declared.payload.parse(payload) },
    ...(declared.onePerKey && { singletonKey: `${organizationId ?? ''}:${options.singletonKey ?? ''}` }),
    ...(options.id && { id: options.id }),
    ...(options.startAfter && { startAfter: options.startAfter }),
    ...(options.priority && { priority: options.priority }),
  };
}

/** Queues seen in a database; they are never removed. */
const knownIn = perDatabase(() => new Set<string>());
/** Transactions that made a queue: what they see may still be rolled back. */
const makers = new WeakSet<Db>();

async function write(db: Db, declared: Job, jobs: JobInsert<Envelope>[]): Promise<string[]> {
  const { name } = declared;
  enqueued.set(name, declared);
  const known = knownIn(db);
  const callers = callersDatabase(db);
  const insert = async () => (await sender.insert(name, jobs, { db: callers, returnId: true })) ?? [];

  const ids = await insert();
  if (ids.length > 0 && !makers.has(db)) known.add(name);
  if (ids.length > 0 || known.has(name)) return ids;

  // The engine's insert joins the queue's row and writes nothing without it: the first job of a new kind makes it.
  makers.add(db);
  await createQueue(callers, name, queueSettings(declared));
  return insert();
}

const callersDatabase = (db: Db): EngineDb => ({
  executeSql: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
});

/** Jobs that were enqueued in this process, by name. */
const enqueued = new Map<string, Job>();

/** Never started: it only words the engine's own insert. What it asks about queues is answered from the declarations. */
const sender = new PgBoss({
  schema: 'pgboss',
  db: {
    executeSql: async (_text, values = []) => ({
      rows: (values[0] as string[]).flatMap((name) => {
        const job = enqueued.get(name);
        return job ? [{ name, table: 'job_common', ...queueSettings(job) }] : [];
      }),
    }),
  },
});
