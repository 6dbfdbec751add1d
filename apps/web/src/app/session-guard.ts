import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/index.ts';
import { localPath } from '#lib/local-path.ts';

type GuardInput = { context: { queryClient: QueryClient }; location: ParsedLocation };

/** Strangers sign in first and then come back to the address they asked for. */
export async function requireSession({ context, location }: GuardInput): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (user) return;
  const next = localPath(location.href);
  throw redirect({ to: '/auth/login', search: next && next !== '/dashboard' ? { next } : {}, replace: true });
}

/** Signed-in people have nothing to do on the sign-in screens. */
export async function requireNoSession({ context }: GuardInput): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (user) throw redirect({ to: '/dashboard', replace: true });
}

/** Whoever has not opened a link in this browser, or whose link ended while they looked. */
export async function requireGuest({ context }: GuardInput): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (!user) throw redirect({ to: '/guest/closed', replace: true });
}
