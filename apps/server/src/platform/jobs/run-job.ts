import type { Job as EngineJob } from 'pg-boss';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import type { JobClass } from './classes.ts';
import { type Handler, type Run, PermanentJobError } from './handlers.ts';
import type { Organizations } from './organizations.ts';

export type RunnerParts = {
  database: Database;
  log: Log;
  organizations: Organizations;
  now: () => Date;
  /** See `Context`. */
  sellsNoPlans: boolean;
  mayAct?: (() => Promise<boolean>) | undefined;
};

export type Outcome = {
  result: 'completed' | 'failed' | 'dead';
  /** Kept in the job's row for the operator. */
  reason?: object;
};

const OrganizationId = z.uuid();

/** What cannot be taken back asks the database itself, before each try. */
const leavesTheProcess: readonly JobClass[] = ['transactional', 'webhook'];

/** One try of one job, from its row to its outcome. Never throws: what goes wrong becomes part of the job's row. */
export async function runJob(parts: RunnerParts, handler: Handler, row: EngineJob): Promise<Outcome> {
  const run = new ThisRun(parts.log, handler, row);
  try {
    if (leavesTheProcess.includes(handler.job.class) && (await parts.mayAct?.()) === false)
      throw new Error('The database may be an old one.');
    const envelope = await openEnvelope(parts, handler, row.data);
    // Nobody is left to miss it.
    if (envelope === 'deleting') return { result: 'completed' };
    const { payload, db, organizationId } = envelope;
    const ctx =
      organizationId === null
        ? { database: parts.database, now: parts.now }
        : { db, organizationId, actor: jobActor(handler), now: parts.now, sellsNoPlans: parts.sellsNoPlans };
    await run.withinTime(() => handler.act(ctx, payload, run));
    return { result: 'completed' };
  } catch (error) {
    const hopeless = error instanceof PermanentJobError || (error instanceof Problem && error.code === 'not_found');
    run.log.warn({ err: error, hopeless }, 'a job failed');
    return { result: hopeless ? 'dead' : 'failed', reason: describe(error) };
  }
}

const jobActor = ({ job }: Handler) => ({ kind: 'job' as const, name: job.name });

/** Logger and signal are made when somebody asks: for short jobs they would cost more than the job. */
class ThisRun implements Run {
  readonly #log: Log;
  readonly #handler: Handler;
  readonly #row: EngineJob;
  #ownLog: Log | undefined;
  #limit: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(log: Log, handler: Handler, row: EngineJob) {
    this.#log = log;
    this.#handler = handler;
    this.#row = row;
  }

  get jobId(): string {
    return this.#row.id;
  }

  get attempt(): number {
    return this.#row.retryCount + 1;
  }

  get log(): Log {
    this.#ownLog ??= this.#log.child({ job: this.#handler.job.name, jobId: this.jobId, attempt: this.attempt });
    return this.#ownLog;
  }

  get signal(): AbortSignal {
    this.#limit ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.#row.signal, this.#limit.signal]);
    return this.#signal;
  }

  /** A function that outstays its time is left behind; its signal tells it so. */
  async withinTime(fn: () => Promise<unknown>): Promise<void> {
    const seconds = this.#handler.job.timeLimitSeconds;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => {
        const reason = new Error(`The job took longer than its ${seconds} seconds.`);
        this.#limit?.abort(reason);
        reject(reason);
      }, seconds * 1_000);
    });
    try {
      await Promise.race([fn(), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }
}

type Opened = { payload: unknown } & ({ organizationId: string; db: Db } | { organizationId: null; db: null });

/** The tenant comes from the job's row and must exist; a row that cannot be read touches nothing. */
async function openEnvelope(parts: RunnerParts, { job }: Handler, data: unknown): Promise<Opened | 'deleting'> {
  const envelope = (data ?? {}) as { organizationId?: unknown; payload?: unknown };
  const payload = job.payload.safeParse(envelope.payload);
  if (!payload.success) throw new PermanentJobError(`The payload does not fit: ${z.prettifyError(payload.error)}`);
  if (!job.tenant) {
    if (envelope.organizationId !== null)
      throw new PermanentJobError('Work of the installation belongs to no organization.');
    return { payload: payload.data, organizationId: null, db: null };
  }

  const organization = OrganizationId.safeParse(envelope.organizationId);
  if (!organization.success) throw new PermanentJobError('The job names no organization.');
  const db = await parts.organizations.open(organization.data);
  if (!db) throw new PermanentJobError('The organization of this job does not exist.');
  if (db === 'deleting') return db;
  return { payload: payload.data, organizationId: organization.data, db };
}

/** Never the whole error: the database's own carry values of rows. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'Something that is no error was thrown.' };
  return { name: error.name, message: error.message.slice(0, 1_000), stack: error.stack?.slice(0, 4_000) };
}
