import type pg from 'pg';
import { machine, person } from '../apps/server/test/harness/inbox-harness.ts';
import type { InboxEvent } from '../apps/server/src/platform/inbox/event.ts';
import { createUuidV7 } from '../apps/server/src/platform/uuid-v7.ts';

export type Organization = {
  organizationId: string;
  timezone: string;
  campaignId: string;
  codes: string[];
  sends: string[];
};

const dayMs = 86_400_000;
/** The inbox keeps 30 days. */
export const spanDays = 28;

/** Clocks of each change some time in autumn or spring; those whose change lies within the span come first. */
const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Lisbon',
  'America/Havana',
];

const offsetOf = (timezone: string, at: number): string =>
  new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).format(at).slice(-9);
export const changesClocks = (timezone: string, now: number): boolean =>
  offsetOf(timezone, now) !== offsetOf(timezone, now - spanDays * dayMs);

/** Each with codes and a campaign whose emails left over the span. */
export async function makeOrganizations(owner: pg.Pool, emails: number): Promise<Organization[]> {
  const made: Organization[] = [];
  for (const timezone of zones) {
    const one = async (text: string, ...values: unknown[]) => (await owner.query<{ id: string }>(text, values)).rows;
    const [{ id: organizationId }] = (await one(
      `insert into organizations (name, timezone) values ('Hive', $1) returning id`,
      timezone,
    )) as [{ id: string }];
    const codes = await one(
      `insert into qr_codes (organization_id, name, short_code, target_url, design)
       select $1::uuid, 'Code ' || n, translate(substr(md5($1::uuid::text || n), 1, 12), '0', 'x'), 'https://example.org', '{}' from generate_series(1, 40) n returning id`,
      organizationId,
    );
    const [{ id: campaignId }] = (await one(
      `insert into campaigns (organization_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, audience, counts_kept)
       values ($1, 'News', 'ACTIVE', 'Hi', '{}', '{}', '{}', date_trunc('month', now() - interval '28 days')::date, now() - interval '28 days', $2::int, true) returning id`,
      organizationId,
      emails,
    )) as [{ id: string }];
    await owner.query(
      `insert into campaign_links (organization_id, campaign_id, link_no, url, is_trap) select $1, $2, n, 'https://example.org/' || n, n = 4 from generate_series(1, 4) n`,
      [organizationId, campaignId],
    );
    const sends = await one(
      `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, receiver, state, sent_at)
       select $1, date_trunc('month', now() - interval '28 days')::date, $2, new_id(), 'x.example', 'accepted', now() - interval '28 days' + n * (interval '27 days' / $3::int)
       from generate_series(1, $3::int) n returning id`,
      organizationId,
      campaignId,
      emails,
    );
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    made.push({ organizationId, timezone, campaignId, codes: ids(codes), sends: ids(sends) });
  }
  return made;
}

const nextId = createUuidV7();

/** A scan, an open or a click at any moment of the span, by people and by machines. */
export function makeEvent(organizations: readonly Organization[], random: () => number, now: number): InboxEvent {
  const pick = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)]!;
  const { organizationId, campaignId, codes, sends } = pick(organizations);
  const kind = pick(['scan', 'open', 'click'] as const);
  const visitor = Math.floor(random() * 5_000);
  const hit =
    kind === 'scan' ? {} : { sendId: pick(sends), ...(kind === 'click' && { linkNo: 1 + Math.floor(random() * 4) }) };
  return {
    id: nextId(),
    organizationId,
    clientId: null,
    kind,
    subjectId: kind === 'scan' ? pick(codes) : campaignId,
    happenedAt: Math.floor(now - random() * spanDays * dayMs),
    signals: { ...(random() < 0.2 ? machine : person), address: `203.0.${visitor >> 8}.${visitor & 255}`, ...hit },
  };
}

/** As the edge writes them: told twice they are there once. */
export const tell = (owner: pg.Pool, events: readonly InboxEvent[]) =>
  owner.query(
    `insert into inbox_events (organization_id, received_on, id, client_id, kind, subject_id, happened_at, payload)
     select e."organizationId", (to_timestamp(e."happenedAt" / 1000) at time zone 'UTC')::date, e.id, e."clientId", e.kind, e."subjectId",
       to_timestamp(e."happenedAt" / 1000), e.signals
     from json_to_recordset($1::json) as e (id uuid, "organizationId" uuid, "clientId" uuid, kind text, "subjectId" uuid, "happenedAt" float8, signals jsonb)
     on conflict do nothing`,
    [JSON.stringify(events)],
  );
