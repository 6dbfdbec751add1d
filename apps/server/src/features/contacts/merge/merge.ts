import type { Attributes } from '@waggle/contracts/contact-fields';
import type { MergeField } from '@waggle/contracts/contacts';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { readContact, readDetail, type TaggedContact, updateContact as editContact } from '../contacts.ts';
import { contactDeleted } from '../events.ts';
import { carryOptOut } from '../opt-outs.ts';
import { laterPause } from '../pause/pause.ts';
import {
  type ContactFields,
  type ContactRow,
  deleteContact,
  holdContacts,
  insertActivity,
  updateContact,
} from '../queries.ts';
import { moveMemberships } from '../segments/members/queries.ts';
import { differences, missing } from '../typed-fields.ts';
import { holdRuns, moveAutomations } from './automations.sql.ts';
import * as queries from './queries.ts';

/** What is taken from the other contact although this one has a value. */
export type MergeChoice = { take: readonly MergeField[]; takeAttributes: readonly string[] };
const keepOwn: MergeChoice = { take: [], takeAttributes: [] };

/** Two rows of one person become one. What either of them took back stays taken back. */
export function mergeContacts(
  ctx: Context,
  contactId: string,
  otherId: string,
  choice: MergeChoice = keepOwn,
): Promise<TaggedContact> {
  return inTransaction(ctx, async (ctx) => {
    const counted = await holdContacts(ctx);
    const [kept, other] = await requireBoth(ctx, contactId, otherId);
    await moveBelongings(ctx, other.id, kept.id);
    const change = differences(kept, taken(kept, other, choice));
    const contact = await updateContact(ctx, kept.id, change);
    const takesAddress = choice.take.includes('email');
    // Names the address that went, so that an erasure knows it too.
    const data = { email: (takesAddress ? kept : other).email, changed: [...Object.keys(change), 'tags'] };
    await insertActivity(ctx, contact, { type: 'contact.merged', data });
    await carryOptOut(ctx, other, kept.email);
    // By the rules of every new address: what binds it, and an opt-out of the person goes along.
    if (takesAddress) await editContact(ctx, kept.id, { email: other.email }, counted);
    return readContact(ctx, kept.id);
  });
}

/** The merge itself, taken back: what a person is shown cannot differ from what it does. */
export function previewMerge(ctx: Context, contactId: string, otherId: string, choice: MergeChoice) {
  return inTransaction(ctx, (ctx) =>
    queries.takenBack(ctx, async () => {
      await mergeContacts({ ...ctx, isTrial: true }, contactId, otherId, choice);
      const contact = await readDetail(ctx, contactId);
      return { contact, ...(await queries.countBelongings(ctx, contactId)) };
    }),
  );
}

async function requireBoth(ctx: Context, contactId: string, otherId: string): Promise<[ContactRow, ContactRow]> {
  if (contactId === otherId) {
    const message = 'Choose another contact.';
    throw new Problem('invalid_input', message, { fields: { otherId: message } });
  }
  await holdRuns(ctx, [contactId, otherId]);
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
  await moveMemberships(ctx, move);
  await queries.moveActivity(ctx, move);
  await queries.moveTeamwork(ctx, move);
  await queries.moveEmails(ctx, move);
  await queries.moveSubmissions(ctx, move);
  await queries.moveFormEmails(ctx, move);
  await queries.movePurchases(ctx, move);
  await moveAutomations(ctx, move);
  await queries.moveConsents(ctx, move);
  await queries.keepImportProof(ctx, move);
  await queries.noteMerge(ctx, move);
  await queries.dropChanges(ctx, from);
  const gone = await deleteContact(ctx, from);
  await emit(ctx, contactDeleted, { contactId: from, clientId: gone?.client_id ?? null });
}

const taken = (kept: ContactRow, other: ContactRow, choice: MergeChoice): Partial<ContactFields> => ({
  ...missing(kept, other),
  ...chosen(other, choice.take),
  attributes: {
    ...(other.attributes as Attributes),
    ...(kept.attributes as Attributes),
    ...chosenAttributes(other.attributes as Attributes, choice.takeAttributes),
  },
  email_consent: choice.take.includes('email')
    ? consentOf(other.email_consent, kept.email_consent)
    : consentOf(kept.email_consent, other.email_consent),
  sms_consent: consentOf(kept.sms_consent, other.sms_consent),
  ...laterPause(kept, other),
});

/** A value that is not there replaces none. The address has rules of its own. */
function chosen(other: ContactRow, take: MergeChoice['take']): Partial<ContactFields> {
  const { first_name, last_name, phone, phone_e164, company, time_zone, source } = other;
  return {
    ...(take.includes('firstName') && first_name !== null ? { first_name } : {}),
    ...(take.includes('lastName') && last_name !== null ? { last_name } : {}),
    ...(take.includes('phone') && phone !== null ? { phone, phone_e164 } : {}),
    ...(take.includes('company') && company !== null ? { company } : {}),
    ...(take.includes('timeZone') && time_zone !== null ? { time_zone } : {}),
    ...(take.includes('source') ? { source } : {}),
  };
}

const chosenAttributes = (attributes: Attributes, keys: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.includes(key)));

const unspoken = ['none', 'not_asked'];

/**
 * Whatever either of them said counts; who was not asked stays so beside one of whom nothing is known. `kept` said it of the address
 * that stays: nobody confirms that but its owner, so what the other one agreed to does not lift it.
 */
function consentOf(kept: string, other: string): string {
  if (kept === 'withdrawn' || other === 'withdrawn') return 'withdrawn';
  if (kept === 'pending') return kept;
  const said = [kept, other].find((state) => !unspoken.includes(state));
  return said ?? (kept === 'none' ? other : kept);
}
