import type { Attributes } from '@waggle/contracts/contact-fields';
import type { ContactSource } from '@waggle/contracts/contacts';
import { type Context, inTransaction } from '#platform/context.ts';
import { boundBy } from './adding.ts';
import { saveChange } from './contacts.ts';
import { contactLimit, isFull, noteOneMore } from './plan.ts';
import * as queries from './queries.ts';
import { isOptedOut } from './suppression/strength.ts';
import { suppressedAmong } from './suppression/suppressions.ts';
import { differences, fieldsOf, missing } from './typed-fields.ts';

export type Lead = {
  /** Valid by the contract; kept as it was typed. */
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  phone?: string | null;
  company?: string | null;
  timeZone?: string;
  /** As they are stored. */
  attributes?: Attributes;
  source: Extract<ContactSource, 'form' | 'api' | 'automation'>;
  status?: 'active' | 'lead';
  /** Of somebody new; who was never asked or has not confirmed gets no email. */
  consent?: 'not_asked' | 'pending';
  /** Whose form or key it was; null is the organization's own. */
  clientId: string | null;
};
/**
 * `blocked` is there, and is written to by nobody. `over_limit` was not added: whoever asked keeps what was sent, so
 * that no lead is lost.
 */
export type LeadOutcome =
  | { contactId: string; outcome: 'created' | 'known' | 'blocked' }
  | { contactId: null; outcome: 'over_limit' };

type Asked = { at: number; lead: Lead };

/**
 * For forms, the API and automations: adds people, or fills in what was not known of them. Revives nobody. A few statements
 * for all of them: one after the other, a busy form would bring more in a second than can be written in it.
 */
export async function recordLeads(ctx: Context, leads: readonly Lead[]): Promise<LeadOutcome[]> {
  if (leads.length === 0) return [];
  const limit = await contactLimit(ctx);
  return inTransaction(ctx, async (ctx) => {
    const outcomes = new Map<number, LeadOutcome>();
    for (let left: Asked[] = leads.map((lead, at) => ({ at, lead })); left.length > 0;) {
      // Whoever comes twice in one moment is known the second time.
      const byAddress = Map.groupBy(left, ({ lead }) => `${lead.clientId} ${foldedOf(lead)}`);
      const first = new Set([...byAddress.values()].map(([asked]) => asked!));
      for (const [clientId, some] of Map.groupBy(first, ({ lead }) => lead.clientId))
        for (const [at, outcome] of await recordSome(ctx, clientId, some, limit)) outcomes.set(at, outcome);
      left = left.filter((asked) => !first.has(asked));
    }
    return leads.map((_, at) => outcomes.get(at)!);
  });
}

const foldedOf = ({ email }: Lead): string => email.toLowerCase();

/** People of one client, each of them once. */
async function recordSome(ctx: Context, clientId: string | null, asked: readonly Asked[], limit: number | null) {
  let counted = await queries.holdContacts(ctx);
  const emails = asked.map(({ lead }) => foldedOf(lead));
  const known = new Map((await queries.lockByAddress(ctx, emails, clientId)).map((row) => [row.folded, row]));
  const typed = asked.map(({ at, lead }) => ({ at, lead, fields: fieldsOf(lead) }));
  const bound = {
    email: await suppressedAmong(ctx, 'email', emails, clientId),
    sms: await suppressedAmong(ctx, 'sms', typed.map(({ fields }) => fields.phone_e164).filter(isThere), clientId),
  };
  const outcomes = new Map<number, LeadOutcome>();
  const added: { at: number; isBlocked: boolean; fields: queries.NewContact }[] = [];
  for (const { at, lead, fields } of typed) {
    const before = known.get(foldedOf(lead));
    if (before) {
      outcomes.set(at, await complete(ctx, before, fields, bound));
      continue;
    }
    const fresh = { ...fields, email: lead.email, status: lead.status ?? 'lead', client_id: clientId };
    const contact = { ...fresh, ...(lead.consent && { email_consent: lead.consent }), ...boundBy(bound, fresh) };
    // Somebody who has opted out takes no place.
    const isBlocked = isOptedOut(contact.status);
    if (!isBlocked && isFull(counted, limit)) {
      outcomes.set(at, { contactId: null, outcome: 'over_limit' });
      continue;
    }
    if (!isBlocked) await noteOneMore(ctx, (counted += 1), limit);
    added.push({ at, isBlocked, fields: contact });
  }
  const ids = await queries.insertContacts(
    ctx,
    added.map(({ fields }) => fields),
  );
  for (const { at, isBlocked, fields } of added)
    outcomes.set(at, { contactId: ids.get(fields.email)!, outcome: isBlocked ? 'blocked' : 'created' });
  return outcomes;
}

const isThere = (text: string | null | undefined): text is string => typeof text === 'string';

async function complete(
  ctx: Context,
  before: queries.ContactRow,
  { email: _email, source: _source, status: _status, attributes = {}, ...typed }: Partial<queries.ContactFields>,
  bound: Parameters<typeof boundBy>[0],
): Promise<LeadOutcome> {
  const merged = { ...attributes, ...(before.attributes as Attributes) };
  const change = differences(before, { ...missing(before, typed), attributes: merged });
  await saveChange(ctx, before.id, { ...change, ...boundBy(bound, { ...change, status: before.status }) });
  return { contactId: before.id, outcome: isOptedOut(before.status) ? 'blocked' : 'known' };
}
