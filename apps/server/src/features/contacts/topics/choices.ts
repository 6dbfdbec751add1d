import type { ContactTopic } from '@waggle/contracts/topics';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { requireContact } from '../contacts.ts';
import { currentAddresses } from '../current-addresses.sql.ts';
import { findContact, holdContacts } from '../queries.ts';
import { ensureAddressKey } from '../suppression/suppressions.ts';
import { applyChoices, type Choice, findChoices } from './choices.sql.ts';
import { noteChoice } from './journal.ts';

/** `addressHash` is that of the address the email went to. */
export type TopicChoice = Omit<Choice, 'folded' | 'by'>;

/**
 * Readers choose which topics they are sent. It holds for the address the email went to and for the one the person has now,
 * whatever becomes of the contact. Inside a transaction.
 */
export async function chooseTopics(ctx: Context, received: readonly TopicChoice[]): Promise<void> {
  if (received.length === 0) return;
  await holdContacts(ctx);
  await ensureAddressKey(ctx);
  const current = await currentAddresses(ctx, [...new Set(received.flatMap(({ contactId }) => contactId ?? []))]);
  const choices = received.map((choice) => ({
    ...choice,
    by: null,
    folded: current.get(choice.contactId ?? '')?.toLowerCase() ?? null,
  }));
  await applyChoices(ctx, choices);
}

export async function listChoices(ctx: Context, contactId: string): Promise<ContactTopic[]> {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw notFound();
  return choicesOf(ctx, contact);
}

/** By somebody of the team, who can take back nothing but what the team recorded. */
export function chooseByHand(
  ctx: Context,
  { contactId, topicId }: { contactId: string; topicId: string },
  optedOut: boolean,
): Promise<ContactTopic> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    await ensureAddressKey(ctx);
    const contact = await requireContact(ctx, contactId);
    const before = (await choicesOf(ctx, contact)).find((topic) => topic.topicId === topicId);
    if (!before) throw notFound();
    if (before.optedOut === optedOut) return before;
    if (before.by === 'person' && before.optedOut) throw chosenByPerson();
    const { client_id: clientId } = contact;
    const choice = { topicId, optedOut, askedAt: ctx.now().getTime(), source: 'team' as const, clientId, contactId };
    const by = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
    const rest = { by, senderId: clientId, addressHash: null, folded: contact.email.toLowerCase() };
    await applyChoices(ctx, [{ ...choice, ...rest }]);
    await noteChoice(ctx, { ...choice, folded: rest.folded });
    return (await choicesOf(ctx, contact)).find((topic) => topic.topicId === topicId) ?? { ...before, optedOut };
  });
}

const chosenByPerson = () =>
  new Problem(
    'opted_out',
    'This contact opted out of the topic. Only they can opt in again, on their preferences page.',
  );

async function choicesOf(
  ctx: Context,
  { email, client_id: clientId }: { email: string; client_id: string | null },
): Promise<ContactTopic[]> {
  const rows = await findChoices(ctx, { folded: email.toLowerCase(), clientId });
  return rows.map(({ by, chosenAt, ...row }) => ({
    ...row,
    by: by as ContactTopic['by'],
    chosenAt: chosenAt?.toISOString() ?? null,
  }));
}
