import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import type { Mailed, SendHarness } from './send-harness.ts';

export type Row = { email: string | null; id: string; state: string; reason: string | null; attempts: number };
export type Ending = { rows: Row[]; byState: Record<string, number>; wrong: string[] };

/** Holds the ledger against what the fake SMTP server saw; every sentence that comes back is a broken promise. */
export async function invariants(harness: SendHarness, mailed: Mailed, received: readonly Judged[]): Promise<Ending> {
  const { organizationId, campaignId } = mailed;
  const { rows } = await harness.owner.query<Row>(
    `select sends.id, contacts.email, sends.state, sends.reason, sends.attempts from campaign_sends sends
     left join contacts on contacts.organization_id = sends.organization_id and contacts.id = sends.contact_id
     where sends.organization_id = $1 and sends.campaign_id = $2`,
    [organizationId, campaignId],
  );
  const { rows: campaigns } = await harness.owner.query<{
    status: string;
    audience: string;
    progress: Record<string, number>;
  }>(`select status, audience, stats->'progress' as progress from campaigns where id = $1`, [campaignId]);
  const byState = Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => state)].map(([state, own]) => [state, own.length]),
  );
  const times = new Map([...Map.groupBy(received, sendIdOf)].map(([id, mails]) => [id, mails.length]));
  const ids = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const open = ids('pending', 'claimed', 'offering').length;
  const doubt = new Set(ids('accepted', 'uncertain'));
  const { status, audience, progress } = campaigns[0]!;
  const sorted = (counts: Record<string, number>) =>
    JSON.stringify(
      Object.keys(counts)
        .toSorted()
        .map((state) => [state, counts[state]]),
    );
  const broken: [string, boolean][] = [
    [`I1 ${open} rows have no end`, open > 0],
    [`I1 the audience is ${audience}, the ledger holds ${rows.length}`, Number(audience) !== rows.length],
    [
      `I2 ${[...times.values()].filter((count) => count > 1).length} got it twice`,
      [...times.values()].some((count) => count > 1),
    ],
    ['I3 the fakeSmtp has mails the ledger calls unsent', [...times.keys()].some((id) => !doubt.has(id))],
    ['I3 the ledger calls mails accepted the fakeSmtp never saw', ids('accepted').some((id) => !times.has(id))],
    [`I4 the campaign is ${status}`, status !== 'COMPLETED'],
    [
      `I6 kept ${JSON.stringify(progress)}, counted ${JSON.stringify(byState)}`,
      sorted(progress ?? {}) !== sorted(byState),
    ],
  ];
  const wrong = broken.filter(([, isBroken]) => isBroken).map(([sentence]) => sentence);
  return { rows, byState, wrong: [...wrong, ...(await openJobs(harness))] };
}

export const sendIdOf = ({ messageId }: Judged): string => messageId.slice(1).split('@')[0] ?? '';

async function openJobs({ owner }: SendHarness): Promise<string[]> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from pgboss.job where name like 'campaigns.%' and state = 'active' and started_on < now() - interval '60 seconds'`,
  );
  return rows[0]!.count > 0 ? [`I7 ${rows[0]!.count} jobs are held past their lease`] : [];
}

/** Everything an organization has in the tables that sending writes. */
export async function fingerprint({ owner }: SendHarness, organizationId: string): Promise<string> {
  const { rows } = await owner.query<{ print: string }>(
    `select md5(coalesce((select string_agg(sends::text, '|' order by sends.contact_id) from campaign_sends sends where organization_id = $1), '')
       || coalesce((select string_agg(campaigns::text, '|' order by id) from campaigns where organization_id = $1), '')
       || coalesce((select string_agg(contacts::text, '|' order by id) from contacts where organization_id = $1), '')) as print`,
    [organizationId],
  );
  return rows[0]!.print;
}
