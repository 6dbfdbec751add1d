import { suppressedAmong } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { findStopped } from './queries.ts';

type State = 'active' | 'stopped' | 'suppressed';

/** Whether each address gets reports of the client. The context sees the whole organization. */
export async function recipientStates(ctx: Context, addresses: readonly string[], clientId: string | null) {
  const [stopped, suppressed] = await Promise.all([
    findStopped(ctx, addresses, clientId),
    suppressedAmong(ctx, 'email', addresses, clientId),
  ]);
  return addresses.map((email) => {
    const state: State = stopped.has(email) ? 'stopped' : suppressed.has(email) ? 'suppressed' : 'active';
    return { email, state };
  });
}
