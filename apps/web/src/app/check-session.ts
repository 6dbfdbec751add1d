import type { QueryClient } from '@tanstack/react-query';
import { me } from '@waggle/contracts/accounts';
import { rereadSession, sessionQuery } from '#features/accounts/index.ts';
import { ApiProblem, call } from '#lib/api.ts';

/** Milliseconds a new session may take to reach the browser, and between two looks at changes that are under way. */
const arrivalMs = 2_000;
const lookMs = 200;
/** Looks, 10 seconds in all: a change that hangs must not keep anybody signed in on the screen. */
const mostLooks = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A refused call may mean that the session has ended; `leave` then leads to the sign-in screen and back. It may also have been
 * replaced: turning on two-factor does that, and until its answer is here every other call still goes out with the old one.
 * Whoever was sent away then never saw their recovery codes.
 */
export function checkSession(client: QueryClient, leave: () => Promise<void>): Promise<void> {
  underWay ??= check(client, leave).finally(() => (underWay = undefined));
  return underWay;
}

/** A page asks for ten things at once: the first refusal is looked into, the others wait for what it finds. */
let underWay: Promise<void> | undefined;

async function check(client: QueryClient, leave: () => Promise<void>): Promise<void> {
  if (!client.getQueryData(sessionQuery.queryKey)) return;
  await changesAreOver(client);
  if (!(await isRefused())) return rereadSession(client);
  await pause(arrivalMs);
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user) await leave();
}

/** Another tab may have switched the client, or signed in as somebody else. A switch of this tab's own is waited for. */
export async function followSession(client: QueryClient): Promise<void> {
  await changesAreOver(client);
  await rereadSession(client);
}

async function changesAreOver(client: QueryClient): Promise<void> {
  for (let look = 0; look < mostLooks && client.isMutating() > 0; look += 1) await pause(lookMs);
}

/** Asked beside the cache: a screen that reads there that nobody is signed in cannot be drawn. */
const isRefused = (): Promise<boolean> =>
  call(me).then(
    () => false,
    (error: unknown) => error instanceof ApiProblem && error.status === 401,
  );
