// Somebody who is signed in, and how long the calls of a screen take for them.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hashToken } from '../apps/server/src/platform/sessions.ts';
import { secretKey } from './edge-process.ts';
import type { Figure } from './figures.ts';
import { askSteadily, percentile } from './steady-load.ts';

/** An admin of the organization, who looks at one client or at all; answers the cookie. */
export async function openSession(
  { owner }: { owner: pg.Pool },
  organizationId: string,
  clientId: string | null = null,
): Promise<string> {
  const userId = randomUUID();
  const token = `01${randomBytes(32).toString('hex')}`;
  await owner.query(
    `insert into directory.users (id, organization_id, email, name, email_confirmed_at) values ($1, $2, $3, 'Ann', now())`,
    [userId, organizationId, `admin.${userId}@hive.example`],
  );
  await owner.query(`insert into members (organization_id, user_id, role) values ($1, $2, 'ADMIN')`, [
    organizationId,
    userId,
  ]);
  await owner.query(
    `insert into directory.sessions (user_id, token, expires_at, active_client_id) values ($1, $2, now() + interval '12 hours', $3)`,
    [userId, hashToken(token), clientId],
  );
  const signature = createHmac('sha256', secretKey).update(token).digest('base64');
  return `waggle.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Of each call, by the clock. */
const asked = { perSecond: 10, seconds: 10 };

type Asking = { origin: string; cookie: string; goalMs: number };

/** One call after the other, each by its name. */
export async function measureCalls(
  { origin, cookie, goalMs }: Asking,
  calls: Record<string, string>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const answers = await askSteadily({ origin, ...asked, next: () => ({ path, headers: { cookie } }) });
    const failed = answers.filter(({ status }) => status !== 200).length;
    const times = answers.map(({ ms }) => ms);
    const p95 = Math.round(percentile(times, 0.95));
    figures.push({ values: { [`${name}_p95_ms`]: p95, goal: goalMs, failed }, ok: p95 <= goalMs && failed === 0 });
  }
  return figures;
}
