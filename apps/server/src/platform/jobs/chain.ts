import { sql } from 'kysely';
import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { type Handler, type Run, handle } from './handlers.ts';
import { type Job, type JobOptions, enqueue, job } from './job.ts';
import { stableId } from './stable-id.ts';

type Link<Step> = { key: string; lane: number; link: number; step: Step };

export type Chain<Step> = { job: Job<Link<Step>, true>; window: number };

/**
 * Large work in small steps, at most `window` of them waiting or running for each key. Whoever comes behind waits for
 * those few and not for the whole, which is what keeps organizations fair to each other.
 */
export function chain<Step>(
  name: string,
  step: z.ZodType<Step>,
  options: JobOptions & { window: number },
): Chain<Step> {
  const { window, ...jobOptions } = options;
  const lane = z
    .int()
    .min(0)
    .max(window - 1);
  return {
    window,
    job: job(name, z.object({ key: z.string().max(200), lane, link: z.int().min(0), step }), jobOptions),
  };
}

/** Begins a lane with each first step. A key can be begun once; work that is begun anew takes a new key. */
export async function startChain<Step>(
  ctx: Tenant,
  { job, window }: Chain<Step>,
  key: string,
  firstSteps: Step[],
): Promise<void> {
  if (firstSteps.length > window)
    throw new Error(`The chain "${job.name}" has ${window} lanes, not ${firstSteps.length}.`);
  await inTransaction(ctx, async (ctx) => {
    for (const [lane, step] of firstSteps.entries()) await enqueueLink(ctx, job, { key, lane, link: 0, step });
  });
}

/**
 * The deed does one step and answers the next, or null at the end of its lane. Step and successor commit together. A
 * step whose successor exists has been done before and is not done again, so its lane goes on once; only the last step
 * of a lane has to bear a second run.
 */
export const handleChain = <Step>(
  { job }: Chain<Step>,
  act: (ctx: Context, step: Step, run: Run & { lane: number; link: number }) => Promise<Step | null>,
): Handler =>
  handle(job, async (ctx, { key, lane, link, step }, run) => {
    try {
      await inTransaction(ctx, async (ctx) => {
        if (await existsLink(ctx, job, { key, lane, link: link + 1 })) return;
        const next = await act(ctx, step, Object.assign(run, { lane, link }));
        if (next === null) return;
        if (!(await enqueueLink(ctx, job, { key, lane, link: link + 1, step: next }))) throw new DoneBefore();
      });
    } catch (error) {
      if (!(error instanceof DoneBefore)) throw error;
    }
  });

class DoneBefore extends Error {}

type Tenant = Pick<Context, 'db' | 'organizationId'>;
type Place = { key: string; lane: number; link: number };

const linkId = ({ organizationId }: Tenant, { name }: Job, { key, lane, link }: Place) =>
  stableId(organizationId, name, key, lane, link);

const enqueueLink = <Step>(ctx: Tenant, job: Job<Link<Step>, true>, link: Link<Step>) =>
  enqueue(ctx, job, link, { id: linkId(ctx, job, link) });

async function existsLink(ctx: Tenant, job: Job, place: Place): Promise<boolean> {
  const { rows } =
    await sql`select from pgboss.job_common where name = ${job.name} and id = ${linkId(ctx, job, place)}`.execute(
      ctx.db,
    );
  return rows.length > 0;
}
