import { packSend } from '#platform/installation/entries.ts';
import type { SendJournal } from './send-ledger.ts';

const stepOf = { accepted: 'a', failed: 'f', pending: 'p' } as const;

/** Notes the emails of one ledger outside of the database, group by group. `note` answers false when they cannot be. */
export function createSendNotes(note: (sends: string[]) => boolean): SendJournal {
  /** Offered and without an end. */
  const open = new Set<string>();
  const write = (sends: string[]) => sends.length === 0 || note(sends);

  return {
    offered(rows) {
      const isNoted = write(rows.map(({ recipientId, sendId }) => packSend('o', recipientId, sendId)));
      if (isNoted) for (const { recipientId } of rows) open.add(recipientId);
      return new Set(isNoted ? rows.map(({ recipientId }) => recipientId) : []);
    },
    ended(results) {
      // Somebody who was never offered the mail is as the database knows them, except that a refusal for good is final.
      write(
        results.flatMap(({ recipientId, state }) => {
          const wasOpen = open.delete(recipientId);
          const step = state === 'accepted' || state === 'failed' || state === 'pending' ? stepOf[state] : undefined;
          return step && (wasOpen || step === 'f') ? packSend(step, recipientId) : [];
        }),
      );
    },
  };
}
