import type { InboxHarness } from '../harness/inbox-harness.ts';
import type { RandomOrganization } from './random-organization.ts';

type Contact = { status: string; created: number; clientId: string | null };
type Email = { sent: number; isOpened: boolean; isClicked: boolean; isBounced: boolean; isDelivered: boolean };
type Campaign = {
  id: string;
  status: string;
  began: number;
  clientId: string | null;
  isStep: boolean;
  isSequence: boolean;
  emails: Email[];
};
type Code = { id: string; clientId: string | null; scans: number[] };

/** Nothing that is counted: contacts, ledgers and scans themselves, of one client or of all. */
export type RawRows = {
  contacts: Contact[];
  moves: RandomOrganization['moves'];
  deleted: RandomOrganization['deleted'];
  activeForms: number;
  campaigns: Campaign[];
  codes: Code[];
  purchases: { clientId: string | null; at: number; amount: number }[];
};

export async function readRawRows(
  { owner }: Pick<InboxHarness, 'owner'>,
  made: RandomOrganization,
  clientId: string | null,
): Promise<RawRows> {
  const read = async <Row extends { clientId: string | null }>(text: string): Promise<Row[]> => {
    const { rows } = await owner.query<Row>(text, [made.ctx.organizationId]);
    return rows.filter((row) => clientId === null || row.clientId === clientId);
  };
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const sends = await owner.query<Email & { campaignId: string }>(
    `select campaign_id as "campaignId", ${ms('sent_at')} as sent, opened_at is not null as "isOpened", clicked_at is not null as "isClicked",
       bounced_at is not null as "isBounced", delivered_at is not null as "isDelivered"
     from campaign_sends where organization_id = $1 and state = 'accepted'`,
    [made.ctx.organizationId],
  );
  const events = await owner.query<{ codeId: string; at: number }>(
    `select subject_id as "codeId", ${ms('happened_at')} as at from engagement_events where organization_id = $1 and kind = 'scanned' and label = 'human'`,
    [made.ctx.organizationId],
  );
  const emailsOf = Map.groupBy(sends.rows, ({ campaignId }) => campaignId);
  const scansOf = Map.groupBy(events.rows, ({ codeId }) => codeId);
  const campaigns = await read<Omit<Campaign, 'emails'>>(
    `select id, status, ${ms('sent_at')} as began, client_id as "clientId", automation_id is not null as "isStep", type = 'SEQUENCE' as "isSequence" from campaigns where organization_id = $1 and deleted_at is null and contact_id is null`,
  );
  const codes = await read<{ id: string; clientId: string | null }>(
    'select id, client_id as "clientId" from qr_codes where organization_id = $1',
  );
  const forms = await read(
    'select client_id as "clientId" from forms where organization_id = $1 and is_active and published_version is not null',
  );
  const own = <Row extends { clientId: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => clientId === null || row.clientId === clientId);
  return {
    contacts: await read<Contact>(
      `select status, ${ms('created_at')} as created, client_id as "clientId" from contacts where organization_id = $1`,
    ),
    moves: own(made.moves),
    deleted: own(made.deleted),
    activeForms: forms.length,
    campaigns: campaigns.map((campaign) => ({ ...campaign, emails: emailsOf.get(campaign.id) ?? [] })),
    purchases: await read(
      `select client_id as "clientId", ${ms('purchased_at')} as at, (paid_amount - refunded_amount)::float8 as amount from purchases where organization_id = $1`,
    ),
    codes: codes.map((code) => ({ ...code, scans: (scansOf.get(code.id) ?? []).map(({ at }) => at) })),
  };
}
