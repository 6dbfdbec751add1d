import type { Context } from '../context.ts';
import type { InboxEvent } from './event.ts';
import type { InboxKind } from './kind.ts';

/** Understands events of one organization, in the order of their ids. Its effects and the mark are one transaction. */
type DrainFn = (ctx: Context, events: InboxEvent[]) => Promise<void>;

export type DrainHandler = { kind: InboxKind; act: DrainFn };

export const drainHandler = (kind: InboxKind, act: DrainFn): DrainHandler => ({ kind, act });

/** Every kind has exactly one handler, or the process stops with a sentence that names it. */
export function checkDrainHandlers(kinds: readonly InboxKind[], handlers: readonly DrainHandler[]): void {
  const wrong = kinds.flatMap((kind) => {
    const handling = handlers.filter((handler) => handler.kind.name === kind.name).length;
    const declared = kinds.filter(({ name }) => name === kind.name).length;
    if (declared > 1) return [`The kind "${kind.name}" of the inbox is declared ${declared} times.`];
    if (handling === 1) return [];
    return [`Events of the kind "${kind.name}" have ${handling === 0 ? 'no handler' : `${handling} handlers`}.`];
  });
  const undeclared = handlers.filter(({ kind }) => !kinds.includes(kind));
  for (const { kind } of undeclared) wrong.push(`Events of the kind "${kind.name}" have a handler and no declaration.`);
  if (wrong.length > 0) throw new Error([...new Set(wrong)].join('\n'));
}
