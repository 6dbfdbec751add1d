import type { Attributes } from '@waggle/contracts/contact-fields';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { readContact, recordChange, type TaggedContact } from '../contacts.ts';
import { contactDeleted } from '../events.ts';
import { carryOptOut } from '../opt-outs.ts';
import { laterPause } from '../pause/pause.ts';
import { type ContactFields, type ContactRow, deleteContact, holdContacts, updateContact } from '../queries.ts';
import { differences, missing } from '../typed-fields.ts';
import * as queries from './queries.ts';

/** Two rows of one person become one. What either of them took back stays taken back. */
export function mergeContacts(ctx: Context, contactId: string, otherId: string): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const [kept, other] = await requireBoth(ctx, contactId, otherId);
    await moveBelongings(ctx, other.id, kept.id);
    const change = differences(kept, taken(kept, other));
    const contact = await updateContact(ctx, kept.id, change);
    await recordChange(ctx, contact, [...Object.keys(change), 'tags'], {
      type: 'contact.merged',
      // Names the address that went, so that an erasure knows it too.
      data: { email: other.email },
    });
    await carryOptOut(ctx, other, kept.email);
    return readContact(ctx, kept.id);
  });
}

async function requireBoth(ctx: Context, contactId: string, otherId: string): Promise<[ContactRow, ContactRow]> {
  if (contactId === otherId) {
    const message = 'Please choose another contact.';
    throw new Problem('invalid_input', message, { fields: { otherId: message } });
  }
  await queries.holdTagsOf(ctx, otherId);
  const found = await queries.lockContacts(ctx, [contactId, otherId]);
  const kept = found.find(({ id }) => id === contactId);
  const other = found.find(({ id }) => id === otherId);
  if (!kept || !other) throw notFound();
  if (kept.client_id !== other.client_id)
    throw new Problem('other_client', 'These contacts belong to different clients.');
  return [kept, other];
}

async function moveBelongings(ctx: Context, from: string, to: string): Promise<void> {
  const move = { from, to };
  await queries.moveTags(ctx, move);
  await queries.moveActivity(ctx, move);
  await queries.moveConsents(ctx, move);
  await queries.keepImportProof(ctx, move);
  await queries.noteMerge(ctx, move);
  await queries.dropChanges(ctx, from);
  const gone = await deleteContact(ctx, from);
  await emit(ctx, contactDeleted, { contactId: from, clientId: gone?.client_id ?? null });
}

const taken = (kept: ContactRow, other: ContactRow): Partial<ContactFields> => ({
  ...missing(kept, other),
  attributes: { ...(other.attributes as Attributes), ...(kept.attributes as Attributes) },
  email_consent: consentOf(kept.email_consent, other.email_consent),
  sms_consent: consentOf(kept.sms_consent, other.sms_consent),
  ...laterPause(kept, other),
});

function consentOf(kept: string, other: string): string {
  if (kept === 'withdrawn' || other === 'withdrawn') return 'withdrawn';
  return kept === 'none' ? other : kept;
}
