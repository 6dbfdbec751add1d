import type { PgBoss } from 'pg-boss';
import type { Envelope, Job } from './job.ts';

export type Cron = { name: string; pattern: string; timezone: string; job: Job };

/** Work of the installation at set times. A run missed while no worker was up is made up once. */
export const cron = (name: string, pattern: string, timezone: string, job: Job<object, false>): Cron => ({
  name,
  pattern,
  timezone,
  job,
});

/** The list in the code is the whole truth: what it no longer names stops. */
export async function matchCrons(engine: PgBoss, crons: Cron[]): Promise<void> {
  const names = crons.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`The cron "${twice}" is listed twice.`);

  for (const { name, key } of await engine.getSchedules()) {
    if (!crons.some((cron) => cron.name === key && cron.job.name === name)) await engine.unschedule(name, key);
  }
  for (const { name, pattern, timezone, job } of crons) {
    const data: Envelope = { organizationId: null, payload: {} };
    await engine.schedule(job.name, pattern, data, { tz: timezone, key: name, missed: 'once' });
  }
}
