import type { Endpoint } from '@waggle/contracts/endpoint';
import { followsClient } from '@waggle/contracts/rights';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Session } from '../session.ts';
import type { Sessions } from '../sessions.ts';

/** What the page shows, as `<person>:<client>`, with no client where it shows all of them. Other programs leave it out. */
export const sightHeader = 'waggle-sight';

/**
 * The tabs of a browser have one session. In a tab that still shows one client, while another tab has switched to the next, a
 * change would go to the next one: a new contact to a stranger's list. So a change is refused that was pressed on another page
 * than the session's.
 */
export async function sessionInSight(
  sessions: Pick<Sessions, 'find'>,
  endpoint: Endpoint,
  request: FastifyRequest,
  { session, token }: { session: Session | null; token: string | null },
): Promise<Session | null> {
  const shown = request.headers[sightHeader];
  if (!session || !token || typeof shown !== 'string' || endpoint.method === 'GET') return session;
  if (isInSight(endpoint, session, shown)) return session;
  // What this process remembers is up to five seconds old.
  const now = await sessions.find(token);
  if (now && !isInSight(endpoint, now, shown))
    throw new Problem(
      'other_sight',
      'You switched to another client or account in another tab. Check what this page shows now, then try again.',
    );
  return now;
}

function isInSight({ needs }: Endpoint, session: Session, shown: string): boolean {
  if (needs === 'public') return true;
  const [userId, clientId] = shown.split(':');
  if (userId !== session.userId) return false;
  if (needs === 'signed-in' || !followsClient(needs) || session.mustChooseClient) return true;
  return clientId === (session.activeClientId ?? '');
}
