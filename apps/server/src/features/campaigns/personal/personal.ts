import { person, readOrganization } from '#features/accounts/index.ts';
import {
  connectionFor,
  findVerifiedSenders,
  postalAddressOf,
  requireVerified,
  senderForCampaign,
  type Settings,
} from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { clientName } from '../content/queries.ts';
import { sendCampaign } from '../lifecycle.ts';
import type { Campaigns } from '../parts.ts';
import { deleteUnsent } from '../queries.ts';
import { checkReferences } from '../references/check-references.ts';
import { letterOf } from './letter.ts';
import * as queries from './queries.ts';

const emailsShown = 50;
const mostSenders = 200;

export async function listEmails(ctx: Context, contactId: string): Promise<queries.EmailRow[]> {
  await requireAddressee(ctx, contactId);
  return queries.findEmails(ctx, contactId, emailsShown);
}

/** Who it can come from and what is below it. What is missing is said here, and refused again when it is sent. */
export async function emailOptions({ settings }: Campaigns, ctx: Context, contactId: string) {
  const { client_id: clientId } = await requireAddressee(ctx, contactId);
  const [organization, client, postalAddress, senders] = await Promise.all([
    readOrganization(ctx),
    clientId === null ? null : clientName(ctx, clientId),
    postalAddressOf(ctx, clientId),
    sendersFor(settings, ctx, clientId),
  ]);
  const footer = { organizationName: client ?? organization.name, postalAddress };
  return { senders, footer, problem: await problemOf() };

  async function problemOf(): Promise<string | null> {
    if (senders.length === 0) return 'Add a sender on a verified domain first.';
    if (postalAddress === '') return 'Add your postal address in Settings. The law requires it in marketing email.';
    try {
      await connectionFor(settings, ctx, { connectionId: null, clientId });
      return null;
    } catch (error) {
      if (error instanceof Problem) return error.message;
      throw error;
    }
  }
}

type Sender = { id: string | null; name: string; email: string };

/** The default, which may be the organization's, and those the caller sees. */
async function sendersFor(settings: Settings, ctx: Context, clientId: string | null): Promise<Sender[]> {
  const seen = await findVerifiedSenders(ctx, clientId, mostSenders);
  try {
    const usual = await senderForCampaign(settings, ctx, { senderId: null, clientId });
    requireVerified(usual);
    return [{ id: null, name: usual.fromName, email: usual.fromEmail }, ...seen.filter(({ id }) => id !== usual.id)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seen;
  }
}

type Typed = { requestKey: string; senderId: string | null; subject: string; text: string };

/**
 * The row first, then everything that a campaign does: ready or refused, frozen, claimed, offered, settled. So nothing of it
 * is lost or doubled by a crash, and it asks the same questions about opt-outs.
 */
export async function sendEmail(
  campaigns: Campaigns,
  ctx: Context,
  contactId: string,
  typed: Typed,
): Promise<queries.EmailRow> {
  const { client_id, left_out } = await requireAddressee(ctx, contactId);
  const { requestKey: id, senderId, subject } = typed;
  const known = await queries.findEmail(ctx, contactId, id);
  if (known && known.status !== 'DRAFT') return known;
  if (left_out !== null) throw new Problem('opted_out', "This contact can't be emailed.");
  await checkReferences(ctx, client_id, { senderId });

  const text = typed.text.replace(/\r\n?/g, '\n');
  await queries.insertEmail(ctx, {
    id,
    client_id,
    contact_id: contactId,
    written_by: person(ctx).userId,
    name: subject,
    type: 'EMAIL',
    subject,
    preview_text: '',
    content: { html: letterOf(text), text },
    recipients: onlyTo(contactId),
    tracking: { opens: true, clicks: true },
    sender_id: senderId,
    connection_id: null,
    reply_to: null,
  });
  await sendOrForget(campaigns, ctx, id);
  const sent = await queries.findEmail(ctx, contactId, id);
  if (!sent) throw notFound();
  return sent;
}

const nobody = { tagIds: [], segmentIds: [], contactIds: [] };
const onlyTo = (contactId: string) => ({
  ...nobody,
  type: 'segments' as const,
  everyClient: false,
  tagMatch: 'any' as const,
  contactIds: [contactId],
  exclude: nobody,
});

/** The log names the contact and no subject, so the campaign leaves no row of its own there. */
async function sendOrForget(campaigns: Campaigns, ctx: Context, id: string): Promise<void> {
  const { audit: _, ...quiet } = ctx;
  try {
    await sendCampaign(campaigns, quiet, id);
  } catch (error) {
    // The same request came twice, and the other one was faster.
    if (error instanceof Problem && error.code === 'wrong_state') return;
    await deleteUnsent(ctx, id);
    throw error;
  }
}

async function requireAddressee(ctx: Context, contactId: string): Promise<queries.Addressee> {
  const contact = await queries.findAddressee(ctx, contactId);
  if (!contact) throw notFound();
  return contact;
}
