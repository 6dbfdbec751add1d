import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { Problem } from '#platform/problem.ts';
import { requireContact } from '../contacts.ts';
import { contactDeleted } from '../events.ts';
import { deleteContact, holdContacts } from '../queries.ts';
import { suppress, suppressMany } from '../suppression/suppressions.ts';
import { forgetChoices } from '../topics/choices.sql.ts';
import { type ErasedPerson, type ErasureJournal, unjournaled } from './erasure-journal.ts';
import { forgetUnusedWords } from './jobs.ts';
import * as queries from './queries.ts';

/**
 * Removes a person and every row that names them, under any client in sight. One keyed hash for each address stays, so
 * that whoever brings the address back brings it opted out. Out of sight of a person inside one client is what other
 * clients know, and what they keep: there the erasure holds for that client alone.
 */
export function eraseContact(
  ctx: Context,
  contactId: string,
  typed: { email: string },
  journal: ErasureJournal = unjournaled,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const { email } = await requireContact(ctx, contactId);
    refuseOtherAddress(typed.email, email);
    const erased = await eraseAddress(ctx, email);
    // Last before the commit: a restored database must not bring the person back.
    await journal(ctx, erased);
  });
}

/** Everybody in sight who has the address; under the lock of the contacts. */
export async function eraseAddress(ctx: Context, email: string): Promise<ErasedPerson> {
  const contacts = await queries.lockWithAddress(ctx, email);
  const contactIds = contacts.map(({ id }) => id);
  const addresses = [email, ...(await queries.mergedAddresses(ctx, contactIds))];
  const mailed = await queries.mailedHashes(ctx, contactIds);
  for (const contact of contacts) await removeContact(ctx, contact);
  // The links of their mails lead nowhere from now on, so every address they were mailed at is bound here.
  if (mailed.length > 0) await suppressMany(ctx, 'email', mailed, { reason: 'erased', source: 'erasure' });
  for (const address of addresses) {
    await forget(ctx, address, contacts);
    await forgetChoices(ctx, address.toLowerCase(), mailed);
  }
  await forgetNames(ctx, contacts);
  return { contactIds, addresses, mailed };
}

type Erased = Awaited<ReturnType<typeof queries.lockWithAddress>>[number];

async function removeContact(ctx: Context, { id, client_id }: Erased): Promise<void> {
  await queries.forgetInLedgers(ctx, id);
  await queries.forgetBuyer(ctx, [id]);
  for (const table of await queries.tablesAboutContacts(ctx)) await queries.deleteAbout(ctx, table, id);
  await deleteContact(ctx, id);
  await emit(ctx, contactDeleted, { contactId: id, clientId: client_id });
}

/** The suppression comes first: it makes the key, without which no address is found by its hash. */
async function forget(ctx: Context, email: string, contacts: Erased[]): Promise<void> {
  await suppress(ctx, { channel: 'email', address: email, reason: 'erased', source: 'erasure' });
  for (const { phone_e164 } of contacts) await queries.forgetAddress(ctx, email, phone_e164);
  await queries.forgetDeleted(ctx, email);
  await queries.forgetChanges(ctx, email);
  await queries.forgetRefusedRows(ctx, email);
  await queries.forgetSubmissions(ctx, email);
  await queries.forgetSpam(ctx, email);
  await queries.forgetSamples(ctx, email);
}

/** At once where all clients are in sight. Words of earlier names, and those that another client may need, are for the job. */
async function forgetNames(ctx: Context, contacts: Erased[]): Promise<void> {
  const words = contacts.flatMap(({ words }) => words);
  if (activeClient(ctx) === null) await queries.forgetWords(ctx, words);
  await enqueue(ctx, forgetUnusedWords, {});
}

function refuseOtherAddress(typed: string, email: string): void {
  if (typed.toLowerCase() === email.toLowerCase()) return;
  const message = "Enter this contact's email address to erase them.";
  throw new Problem('invalid_input', message, { fields: { email: message } });
}
