import type { Context } from './context.ts';

/** The client that new rows belong to and lists are narrowed to; null is the organization itself, or all. */
export const activeClient = ({ actor }: Context): string | null =>
  actor.clientLimit ?? (actor.kind === 'user' ? actor.clientId : null);
