import { defaultTheme, type EmailDocument } from '@waggle/contracts/email-document';
import type { Duration } from '@waggle/contracts/automation-document';
import type { Context } from '#platform/context.ts';
import { copyStepEmail, createStepEmail, deleteStepDrafts } from '../steps/step-emails.ts';
import type { SequenceEmail } from './engine.ts';
import * as queries from './queries.ts';

type TypedEmail = { id: string; wait: Duration | null };
type Sequence = { id: string; name: string; client_id: string | null };

/** Nothing yet: whoever edits it begins with an empty page. */
const empty: EmailDocument = { version: 1, theme: defaultTheme, blocks: [] };

/** The list as it was typed: those that are new are made, those that are left out deleted. In the caller's transaction. */
export async function changeEmails(
  ctx: Context,
  sequence: Sequence,
  typed: readonly TypedEmail[],
  before: readonly SequenceEmail[],
): Promise<SequenceEmail[]> {
  const known = new Map(before.map((email) => [email.id, email]));
  const emails: SequenceEmail[] = [];
  for (const [at, { id, wait }] of typed.entries()) {
    const campaignId =
      known.get(id)?.campaignId ?? (await makeEmail(ctx, sequence, { id, no: at + 1, before: emails.at(-1) }));
    emails.push({ id, campaignId, wait: at === 0 ? null : wait });
  }
  const kept = new Set(typed.map(({ id }) => id));
  const dropped = before.flatMap(({ id, campaignId }) => (kept.has(id) ? [] : campaignId));
  if (dropped.length > 0) await deleteStepDrafts(ctx, dropped);
  await queries.setEmails(ctx, sequence.id, emails);
  return emails;
}

/** As reports call it. */
const longestName = 200;
export const nameOf = ({ name }: { name: string }, no: number): string =>
  `${Array.from(name)
    .slice(0, longestName - 3)
    .join('')} ${no}`;

type New = { id: string; no: number; before: SequenceEmail | undefined };

async function makeEmail(ctx: Context, sequence: Sequence, { id, no, before }: New): Promise<string> {
  const { campaignId } = await createStepEmail(ctx, {
    automationId: sequence.id,
    stepId: id,
    clientId: sequence.client_id,
    name: nameOf(sequence, no),
    document: empty,
  });
  if (before) await queries.copySettings(ctx, before.campaignId, campaignId);
  return campaignId;
}

export async function copyEmails(ctx: Context, emails: readonly SequenceEmail[], to: string): Promise<void> {
  const copies: SequenceEmail[] = [];
  for (const { id, campaignId, wait } of emails) {
    const copy = await copyStepEmail(ctx, campaignId, { automationId: to, stepId: id });
    copies.push({ id, campaignId: copy.campaignId, wait });
  }
  await queries.setEmails(ctx, to, copies);
}
