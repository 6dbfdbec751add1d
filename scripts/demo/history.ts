import { setTimeout as pause } from 'node:timers/promises';
import { seedContacts, type SeedContacts } from '../../apps/server/db/seed/contacts.ts';
import { inTransaction } from '../../apps/server/src/platform/context.ts';
import type { QrCode } from '../../packages/contracts/src/qr-codes.ts';
import type { Ask } from './caller.ts';
import { saveDraft, sendNow, until } from './campaigns.ts';
import type { Company, Mailing } from './companies.ts';
import type { Demo } from './demo.ts';
import { moveBack } from './move-back.ts';
import { readEmails } from './readers.ts';
import { type Code, scanCodes } from './scans.ts';

/** An organization with a signed-in person and the companies it sends for. */
export type Account = {
  ask: Ask;
  organizationId: string;
  contacts: SeedContacts;
  companies: { company: Company; clientId: string | null }[];
};

/** Days before today on which everybody sends one campaign. */
const rounds = [74, 41, 9];
const dayMs = 86_400_000;

/** Contacts come, then the next campaign goes to those who are there, as it would have been. */
export async function makeHistory(demo: Demo, accounts: readonly Account[]): Promise<void> {
  let added = Number.POSITIVE_INFINITY;
  for (const [round, daysAgo] of rounds.entries()) {
    for (const account of accounts) await addContacts(demo, account, { from: added, to: daysAgo });
    added = daysAgo;
    demo.say(`Sending and reading the campaigns of ${daysAgo} days ago`);
    await Promise.all(
      accounts.flatMap((account) =>
        account.companies.map(async (owner, at) => {
          const isLast = round === rounds.length - 1;
          if (isLast && owner.company.isSilent) return;
          await sendAndRead(demo, account, owner, {
            mailing: mailingOf(owner.company, round),
            sentAt: morningOf(daysAgo, at),
            bouncing: isLast ? owner.company.bouncing : undefined,
          });
        }),
      ),
    );
  }
  for (const account of accounts) {
    await addContacts(demo, account, { from: added, to: -1 });
    for (const { company, clientId } of account.companies)
      await saveDraft(account.ask, company, mailingOf(company, rounds.length), { clientId });
  }
}

const addContacts = (
  { database }: Demo,
  { organizationId, contacts }: Account,
  added: SeedContacts['added'] & object,
) =>
  inTransaction({ db: database.tenant({ organizationId }) }, ({ db }) =>
    seedContacts({ db, organizationId }, { ...contacts, added }),
  );

async function sendAndRead(
  { database, server, mail, bouncePort }: Demo,
  { ask, organizationId }: Account,
  { company, clientId }: Account['companies'][number],
  { mailing, sentAt, bouncing }: { mailing: Mailing; sentAt: Date; bouncing: number | undefined },
): Promise<void> {
  const { id } = await sendNow(ask, await saveDraft(ask, company, mailing, { clientId }));
  const emails = mail.mails.filter(
    ({ subject, from }) => subject === mailing.subject && from.includes(`@${company.domain}`),
  );
  const did = await readEmails({ server, bouncePort, bouncing }, emails, mailing.button);
  await until(
    ask,
    id,
    ({ stats }) =>
      stats.opened >= did.opened &&
      stats.clicked >= did.clicked &&
      stats.unsubscribed >= did.unsubscribed &&
      stats.bounced >= did.bounced,
  );
  await moveBack(database, { organizationId, campaignId: id, sentAt });
}

const mailingOf = ({ mailings, domain }: Company, round: number): Mailing => {
  const mailing = mailings[round];
  if (!mailing) throw new Error(`${domain} has no email for round ${round}.`);
  return mailing;
};

/** Half past nine on the west coast, and a little later for each company. */
const morningOf = (daysAgo: number, at: number): Date =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs + 16.5 * 3_600_000 + at * 17 * 60_000);

/** Scans of the codes the companies have, and the wait until the worker has counted them. */
export async function makeScans({ database, contacts, say }: Demo, accounts: readonly Account[]): Promise<void> {
  say('Scanning the QR codes');
  const share = contacts ? 0.1 : 1;
  for (const { ask, organizationId, companies } of accounts) {
    const { items } = await ask<{ items: QrCode[] }>('GET', '/api/qr-codes?limit=100');
    const codes = items.map(({ id, clientId, name }): Code => {
      const own = companies.find((owner) => owner.clientId === clientId)?.company.codes ?? [];
      const scans = Math.round((own.find((code) => code.name === name)?.scans ?? 0) * share);
      return { id, organizationId, clientId, name, scans };
    });
    await scanCodes(database, codes, Date.now());
    await counted(ask, codes);
  }
}

async function counted(ask: Ask, codes: readonly Code[]): Promise<void> {
  const expected = codes.reduce((sum, { scans }) => sum + scans, 0);
  for (const deadline = Date.now() + 60_000; ; await pause(250)) {
    const { items } = await ask<{ items: QrCode[] }>('GET', '/api/qr-codes?limit=100');
    const sum = items.reduce((sum, { scans }) => sum + scans, 0);
    if (sum >= expected) return;
    if (Date.now() > deadline) throw new Error(`Of ${expected} scans ${sum} were counted within a minute.`);
  }
}
