import { findEditors } from '#features/accounts/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Context } from '#platform/context.ts';
import { namesOf } from './names.sql.ts';

/** What a step says to the team about one contact. */
export type AskedNote = {
  automationId: string;
  clientId: string | null;
  stepId: string;
  runId: string;
  contactId: string;
  /** Null is everybody who may edit the automation. */
  memberId: string | null;
  text: string;
};

/** Contacts of one step that are named one by one: nobody reads hundreds, and only the newest hundred notifications are kept. */
const mostNamed = 20;

/** In the transaction of the turn; a turn that is made twice tells once. */
export async function tellTeam(ctx: Context, asked: readonly AskedNote[]): Promise<void> {
  const bySteps = Map.groupBy(asked, ({ automationId, stepId }) => `${automationId} ${stepId}`);
  const editors = asked.some(({ memberId }) => memberId === null) ? await findEditors(ctx) : [];
  const names = await namesOf(ctx, [...new Set(asked.map(({ automationId }) => automationId))]);
  for (const notes of bySteps.values()) {
    const named = notes.slice(0, mostNamed);
    const others = notes.length - named.length;
    for (const [at, note] of named.entries())
      await notify(ctx, note.memberId === null ? editors : [note.memberId], {
        kind: 'automation-note',
        cause: `note ${note.runId} ${note.stepId}`,
        recordId: note.contactId,
        clientId: note.clientId,
        facts: {
          note: note.text,
          automation: names.get(note.automationId) ?? '',
          ...(others > 0 && at === named.length - 1 && { others }),
        },
      });
  }
}
