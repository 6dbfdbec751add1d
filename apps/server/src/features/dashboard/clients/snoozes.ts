import { type AttentionKind, snoozeDays } from '@waggle/contracts/control-room';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { person } from '../../accounts/index.ts';
import { readClients } from './clients.ts';
import type { Reason } from './reason.ts';
import * as queries from './snooze-queries.ts';

const dayMs = 86_400_000;

/** What is left of the reasons of a client; `snoozedUntil` is null where nothing that stands is left out. */
export type OpenReasons = { open: readonly Reason[]; snoozedUntil: Date | null };

/** Another reason than those that were snoozed, or one that came up since, is no secret: it is told at once. */
export async function withoutSnoozed(
  ctx: Context,
  reasons: ReadonlyMap<string, readonly Reason[]>,
): Promise<(clientId: string) => OpenReasons> {
  const snoozes = ctx.actor.kind === 'user' ? await queries.findSnoozes(ctx, ctx.actor.userId) : [];
  const byClient = new Map(snoozes.map((snooze) => [snooze.clientId, snooze]));
  return (clientId) => {
    const standing = reasons.get(clientId) ?? [];
    const snooze = byClient.get(clientId);
    if (!snooze) return { open: standing, snoozedUntil: null };
    const open = standing.filter(
      ({ kind, since }) => !snooze.reasons.includes(kind) || Date.parse(since) > snooze.snoozedAt.getTime(),
    );
    const until = new Date(snooze.snoozedAt.getTime() + snoozeDays * dayMs);
    return { open, snoozedUntil: open.length < standing.length ? until : null };
  };
}

/** For the signed-in person alone: what a colleague snoozes is still everybody else's to see. */
export async function snoozeClient(ctx: Context, clientId: string, reasons: readonly AttentionKind[]): Promise<void> {
  const clients = await readClients(ctx);
  if (!clients.some(({ id }) => id === clientId)) throw notFound();
  const whose = { userId: person(ctx).userId, clientId };
  if (reasons.length > 0) await queries.upsertSnooze(ctx, { ...whose, reasons });
  else await queries.deleteSnooze(ctx, whose);
}
