import { findAutomationsOf } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { type Received, subscribe, type Subscription } from '#platform/events/subscription.ts';
import { entriesFor, type Happened, kindsOf } from './listening.ts';
import { contactNoticed, type Noticed } from './noticed.ts';
import type { TriggerPorts } from './ports.ts';
import { findOpen, liveAmong } from './queries.ts';

/** Lets people in by what happened to them, and wakes those who wait for it; in one transaction with the note that it was heard. */
export const triggerSubscription = (ports: TriggerPorts): Subscription =>
  subscribe({
    event: contactNoticed,
    subscriber: 'automations',
    handler: (ctx, received) => followPeople(ports, ctx, received),
  });

async function followPeople(ports: TriggerPorts, ctx: Context, received: readonly Received<Noticed>[]): Promise<void> {
  const open = await findOpen(ctx);
  if (open.length === 0) return;
  const live = await liveAmong(ctx, open);
  const happened = await withSenders(ctx, received);
  const kinds = kindsOf(happened);
  if (kinds.length > 0) await ports.wakePeople(ctx, [...new Set(happened.map(({ contactId }) => contactId))], kinds);
  for (const entry of entriesFor(live, happened, ctx.now())) await ports.enterPeople(ctx, entry);
}

async function withSenders(ctx: Context, received: readonly Received<Noticed>[]): Promise<Happened[]> {
  const emails = received.flatMap(({ payload: { type, refId } }) =>
    type.startsWith('email.') && refId ? [refId] : [],
  );
  const senders = await findAutomationsOf(ctx, [...new Set(emails)]);
  return received.map(({ payload, happenedAt }) => ({
    ...payload,
    at: happenedAt,
    sentBy: senders.get(payload.refId ?? '') ?? null,
  }));
}
