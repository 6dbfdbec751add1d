import { choicesFrom, type NotificationFacts, type NotificationKind } from '@waggle/contracts/notifications';
import { holds } from '@waggle/contracts/rights';
import type { Role } from '@waggle/contracts/roles';
import { findMember, mayWorkIn } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { sendNotification } from './jobs.ts';
import { rightOf } from './kinds.ts';
import { forgetOld, insertNotification } from './queries.ts';

export type News = {
  kind: NotificationKind;
  /** Unique for what happened. */
  cause: string;
  recordId: string | null;
  clientId: string | null;
  facts?: NotificationFacts;
};

/** Their emails have words of their own, sent by the features that always sent them. */
const emailedElsewhere: readonly NotificationKind[] = ['domain', 'new-sign-in'];

/** Tells these people, each in the way they chose and once; in the transaction of the event. */
export async function notify(ctx: Context, userIds: readonly string[], news: News): Promise<void> {
  for (const userId of userIds) {
    const member = await findMember(ctx, userId);
    if (!member || !mayHear(member, news)) continue;
    const { app: inApp, email } = choicesFrom(member.notification_choices)[news.kind];
    const byEmail = email && member.email_confirmed_at !== null && !emailedElsewhere.includes(news.kind);
    if (!inApp && !byEmail) continue;
    // Of the account alone: in sight of whoever is limited to a client too.
    const clientId = news.clientId ?? member.client_id;
    const row = await insertNotification(ctx, { facts: {}, ...news, userId, clientId, inApp, byEmail });
    if (!row) continue;
    await forgetOld(ctx, userId);
    if (byEmail) await enqueue(ctx, sendNotification, { notificationId: row.id });
  }
}

type Member = { role: string; client_ids: readonly string[] };

/** Who lost the right meanwhile, or is limited to another client, hears nothing of the record. */
export function mayHear(
  member: Member,
  { kind, recordId, clientId }: Pick<News, 'recordId' | 'clientId'> & { kind: string },
): boolean {
  const right = rightOf(kind);
  if (right !== null && !holds(member.role as Role, right)) return false;
  return recordId === null || mayWorkIn(member, clientId);
}
