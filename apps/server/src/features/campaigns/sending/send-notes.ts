import { packSend } from '#platform/installation/entries.ts';
import type { Campaigns } from '../parts.ts';
import type { Held, Ledger, Result } from './queries.ts';

export type SendNotes = {
  /** Answers whose offer stands in the journal; nobody else gets the dot. */
  offered(rows: readonly (Held & { sendId: string })[]): ReadonlySet<string>;
  ended(results: readonly Result[]): void;
};

const stepOf = { accepted: 'a', failed: 'f', pending: 'p' } as const;

/** Notes the mails of one campaign outside of the database, group by group. */
export function createSendNotes(
  { note }: Pick<Campaigns['installation'], 'note'>,
  { organizationId, campaignId, month }: Ledger & { organizationId: string },
): SendNotes {
  /** Offered and without an end. */
  const open = new Set<string>();
  const write = (sends: string[]) =>
    sends.length === 0 || note({ k: 'sends', organizationId, campaignId, month, sends });

  return {
    offered(rows) {
      const isNoted = write(rows.map(({ contactId, sendId }) => packSend('o', contactId, sendId)));
      if (isNoted) for (const { contactId } of rows) open.add(contactId);
      return new Set(isNoted ? rows.map(({ contactId }) => contactId) : []);
    },
    ended(results) {
      // Somebody who was never offered the mail is as the database knows them, except that a refusal for good is final.
      write(
        results.flatMap(({ contactId, state }) => {
          const wasOpen = open.delete(contactId);
          const step = state === 'accepted' || state === 'failed' || state === 'pending' ? stepOf[state] : undefined;
          return step && (wasOpen || step === 'f') ? packSend(step, contactId) : [];
        }),
      );
    },
  };
}
