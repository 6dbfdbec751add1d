import { requireActiveClient } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { whatBinds } from '../adding.ts';
import { readContact, type TaggedContact } from '../contacts.ts';
import { dropChanges, holdTagsOf, keepImportProof, lockContacts } from '../merge/queries.ts';
import { type ContactRow, findByAddress, holdContacts, insertActivity } from '../queries.ts';
import { carryMemberships } from '../segments/members/queries.ts';
import { suppress, suppressionOf } from '../suppression/suppressions.ts';
import * as queries from './queries.ts';

/** A contact of one client, or of nobody's, becomes another's with all that is known of it. */
export function moveContact(ctx: Context, contactId: string, clientId: string | null): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    const { taken } = await moveAll(ctx, [contactId], clientId);
    if (taken[0])
      throw new Problem('address_taken', 'This client already has a contact with this email.', {
        fields: { contactId: taken[0].contactId },
      });
    return readContact(ctx, contactId);
  });
}

type Moved = { id: string; fromClientId: string | null };
type Taken = { id: string; contactId: string };
type Outcome = { total: number; moved: Moved[]; taken: Taken[] };

export const moveContacts = (ctx: Context, ids: string[], clientId: string | null): Promise<Outcome> =>
  inTransaction(ctx, (ctx) => moveAll(ctx, ids, clientId));

async function moveAll(ctx: Context, ids: string[], clientId: string | null): Promise<Outcome> {
  if (clientId !== null) await requireActiveClient(ctx, clientId);
  await holdContacts(ctx);
  // Tags before contacts, in the order of everybody who tags.
  for (const id of ids) await holdTagsOf(ctx, id);
  const contacts = await lockContacts(ctx, ids);
  if (contacts.length === 0) throw notFound();
  const leaving = contacts.filter(({ client_id }) => client_id !== clientId);
  if (leaving.length > 0 && activeClient(ctx) !== null)
    throw new Problem('other_client', 'Switch to All Clients to move contacts to another client.');

  const moved: Moved[] = [];
  const taken: Taken[] = [];
  for (const contact of leaving) {
    const there = await findByAddress(ctx, contact.email, clientId);
    if (there) taken.push({ id: contact.id, contactId: there.id });
    else {
      await moveOne(ctx, contact, clientId);
      moved.push({ id: contact.id, fromClientId: contact.client_id });
    }
  }
  return { total: moved.length, moved, taken };
}

async function moveOne(ctx: Context, before: ContactRow, clientId: string | null): Promise<void> {
  const { id, email, phone_e164 } = before;
  // What the person asked of the old client is read before the contact leaves it.
  const optOuts = {
    email: await suppressionOf(ctx, 'email', email, before.client_id),
    sms: await suppressionOf(ctx, 'sms', phone_e164, before.client_id),
  };
  const bound = await whatBinds(ctx, { email, phone_e164, status: before.status, client_id: clientId });
  await queries.makeTags(ctx, id, clientId);
  const contact = await queries.changeClient(ctx, id, clientId, bound);
  await queries.carryTags(ctx, id, clientId);
  await queries.carryActivity(ctx, id, clientId);
  await carryMemberships(ctx, id, clientId);
  await queries.carryTeamwork(ctx, id, clientId);
  await queries.carryPurchases(ctx, id, clientId);
  await queries.carryConsents(ctx, id, clientId);
  await keepImportProof(ctx, { from: id, to: id });
  await queries.leaveImport(ctx, id);
  await queries.carryMerges(ctx, id, clientId);
  await dropChanges(ctx, id);
  await insertActivity(ctx, contact, {
    type: 'contact.moved',
    ...(clientId === null ? {} : { refId: clientId }),
    data: { changed: ['client_id'], fromClientId: before.client_id, toClientId: clientId },
  });
  await carryOptOuts(ctx, before, clientId, optOuts);
}

type OptOuts = Record<'email' | 'sms', Awaited<ReturnType<typeof suppressionOf>>>;

/** Who asked one client for silence did not ask to be passed on: the new client is bound as well. */
async function carryOptOuts(ctx: Context, before: ContactRow, clientId: string | null, optOuts: OptOuts) {
  const addresses = { email: before.email, sms: before.phone_e164 };
  for (const channel of ['email', 'sms'] as const) {
    const [reason, address] = [optOuts[channel], addresses[channel]];
    if (address === null || (reason !== 'unsubscribed' && reason !== 'manual')) continue;
    await suppress(ctx, { channel, address, reason, source: 'team', clientId });
  }
}
