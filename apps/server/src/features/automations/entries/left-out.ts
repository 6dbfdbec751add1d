import type { LeftOutReason } from '@waggle/contracts/contact-batches';
import type { LeftOut } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { type Entry, type Sorted, sortPeople } from './enter.ts';
import { findInside } from './queries.ts';

export type Explained = { entered: string[]; leftOut: LeftOut[] };

/** Lets contacts in, and says of each other one why not; for when a person asks. */
export const enterExplained = (ctx: Context, entry: Entry): Promise<Explained> =>
  inTransaction(ctx, async (ctx) => {
    const sorted = await sortPeople(ctx, entry);
    const again = missing(sorted.fitting, sorted.entered);
    const inside = again.length > 0 ? await findInside(ctx, entry.automationId, again) : new Set<string>();
    const leftOut = sorted.document
      ? [
          ...named(missing(sorted.all, sorted.own), 'other-client'),
          ...named(missing(sorted.own, sorted.fitting), 'filter'),
          ...again.map((contactId) => ({ contactId, reason: whyNotAgain(sorted, inside.has(contactId)) })),
        ]
      : named(sorted.all, 'not-live');
    return { entered: sorted.entered, leftOut };
  });

const named = (contactIds: readonly string[], reason: LeftOutReason): LeftOut[] =>
  contactIds.map((contactId) => ({ contactId, reason }));

function missing(before: readonly string[], after: readonly string[]): string[] {
  const stayed = new Set(after);
  return before.filter((id) => !stayed.has(id));
}

/** By the rules of `enter.ts`: each time asks for the days alone, the others also whether somebody is inside. */
function whyNotAgain({ document }: Sorted, isInside: boolean): LeftOutReason {
  const again = document?.entry.again;
  if (isInside && again !== 'each-time') return 'inside';
  return again === 'never' ? 'entered-before' : 'too-soon';
}
