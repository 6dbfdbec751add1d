// What the mail server saw and what the database says, person by person, after a restore was confirmed.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import { type Drill, receivedOf } from './restore-drill.ts';
import { erasable } from './restore-people.ts';

type Row = { email: string | null; state: string; reason: string | null };

export async function ledger({ harness, mailed }: Drill): Promise<Row[]> {
  const { rows } = await harness.owner.query<Row>(
    `select contacts.email, sends.state, sends.reason from campaign_sends sends
     left join contacts on contacts.organization_id = sends.organization_id and contacts.id = sends.contact_id
     where sends.organization_id = $1 and sends.campaign_id = $2`,
    [mailed.organizationId, mailed.campaignId],
  );
  return rows;
}

/** How far a campaign has come, for a run that waits in vain. */
export async function standing({ harness, mailed }: Drill): Promise<unknown> {
  const { rows } = await harness.owner.query(
    `select status, hold_reason, (select json_object_agg(state, count) from (
       select state, count(*) from campaign_sends where campaign_id = campaigns.id group by state) counted) as states
     from campaigns where id = $1`,
    [mailed.campaignId],
  );
  return rows[0];
}

/** People of the audience who got nothing, whom nobody names as uncertain, and who did not ask for it. */
export async function lostOf(drill: Drill, rows: readonly Row[], leavers: readonly Judged[]): Promise<number> {
  const { rows: people } = await drill.harness.owner.query<{ email: string }>(
    'select email from contacts where organization_id = $1',
    [drill.mailed.organizationId],
  );
  const inDoubt = rows.filter(({ state }) => state === 'uncertain').map(({ email }) => email);
  const accounted = new Set<string | null>([
    ...receivedOf(drill).map(({ to }) => to),
    ...inDoubt,
    ...leavers.map(({ to }) => to),
    ...erasable.map(({ email }) => email),
  ]);
  return people.filter(({ email }) => !accounted.has(email)).length;
}

export const doubledOf = (mails: readonly Judged[]): number =>
  [...Map.groupBy(mails, ({ to }) => to).values()].filter((own) => own.length > 1).length;

/** Occurrences of the erased people's addresses, numbers and names in a dump of everything and in the journals. */
export function tracesOfErased({ harness, bin }: Drill): number {
  const words = erasable.flatMap((person) => Object.values(person)).flatMap((word) => [word, word.toLowerCase()]);
  const dump = execFileSync(join(bin, 'pg_dump'), ['--no-password', harness.postgres.ownerUrl()], {
    maxBuffer: 2 ** 30,
    encoding: 'latin1',
  });
  return words.filter((word) => dump.includes(word) || harness.machines.journalsHold(word)).length;
}

export async function notUnsubscribed({ harness }: Drill, leavers: readonly Judged[]): Promise<number> {
  const { rows } = await harness.owner.query<{ count: number }>(
    `select count(*)::int as count from contacts where email = any($1) and status <> 'unsubscribed'`,
    [leavers.map(({ to }) => to)],
  );
  return rows[0]!.count;
}
