import { type Context, inTransaction } from '#platform/context.ts';
import type { StepNote } from '#platform/installation/entries.ts';
import { copyFrozen, findSending, insertSending, type StepSending } from '../steps/queries.ts';
import { insertWithoutWords } from './step-queries.ts';

type Ledger = { campaignId: string; month: string };

/**
 * A campaign of a step that was opened after the backup, made again from what the journal says of it: whoever comes to the step
 * then finds who has its email. Answers where its emails stand; another campaign where one was opened since, and nothing where the
 * backup does not know the step.
 */
export function rebuildStep(ctx: Context, { campaignId, month }: Ledger, note: StepNote): Promise<string | undefined> {
  const sending: StepSending = { ...note, contentHash: Buffer.from(note.contentHash, 'base64url') };
  const forgotten = { id: campaignId, ledgerMonth: month };
  return inTransaction(ctx, async (ctx) => {
    const made = await insertSending(ctx, sending, forgotten);
    if (made) {
      await copyFrozen(ctx, made, sending);
      return made;
    }
    return (await findSending(ctx, sending)) ?? (await insertWithoutWords(ctx, sending, forgotten));
  });
}
