import type { Context } from '../context.ts';
import { type InboxEvent, type InboxKind, inboxKinds } from './event.ts';

/** Understands events of one organization, in the order of their ids. Its effects and the mark are one transaction. */
type DrainDeed = (ctx: Context, events: InboxEvent[]) => Promise<void>;

export type DrainHandler = { kind: InboxKind; act: DrainDeed };

export const drainHandler = (kind: InboxKind, act: DrainDeed): DrainHandler => ({ kind, act });

/** Every kind has exactly one handler, or the process stops with a sentence that names it. */
export function checkDrainHandlers(handlers: readonly DrainHandler[]): void {
  const wrong = inboxKinds.flatMap((kind) => {
    const count = handlers.filter((handler) => handler.kind === kind).length;
    if (count === 1) return [];
    return [`Events of the kind "${kind}" have ${count === 0 ? 'no handler' : `${count} handlers`}.`];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
