import type { Notification } from '@waggle/contracts/notifications';
import { holds } from '@waggle/contracts/rights';
import { person } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import type { Notifications } from './parts.ts';
import { rightOf } from './kinds.ts';
import { withRecords } from './records.ts';
import * as queries from './queries.ts';

/** Of every client the person may see: what is urgent must not wait until they look at its client. */
function everyClient({ database }: Notifications, ctx: Context): Context {
  const { clientLimit, ...actor } = person(ctx);
  const db = database.tenant({ organizationId: ctx.organizationId, clientLimit });
  return { ...ctx, db, actor: { ...actor, clientLimit, clientId: null, mustChooseClient: false } };
}

export async function listNotifications(
  parts: Notifications,
  asked: Context,
): Promise<{ items: Notification[]; unread: number }> {
  const ctx = everyClient(parts, asked);
  const { userId, role } = person(ctx);
  const rows = await queries.findNotifications(ctx, userId);
  const allowed = rows.filter(({ kind }) => {
    const right = rightOf(kind);
    return right === null || holds(role, right);
  });
  const items = await withRecords(ctx, allowed);
  return { items, unread: items.filter(({ readAt }) => readAt === null).length };
}

export async function markRead(
  parts: Notifications,
  asked: Context,
  notificationId: string | undefined,
): Promise<void> {
  const ctx = everyClient(parts, asked);
  const marked = await queries.markRead(ctx, person(ctx).userId, notificationId);
  if (notificationId !== undefined && marked === 0) throw notFound();
}
