import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { me, type User } from '@waggle/contracts/accounts';
import { call } from '#lib/api.ts';
import { changeLocale } from '#lib/i18n.ts';
import { showZone } from '#lib/shown-zone.ts';
import { stored } from '#lib/stored.ts';
import { applyTheme } from '#lib/theme.ts';
import { accountKeys } from './keys.ts';

/** Who is signed in, or null. Any failure counts as signed out, as specified. */
export const sessionQuery = queryOptions({
  queryKey: accountKeys.session,
  queryFn: async ({ signal }) => {
    const user = await call(me, {}, signal).catch(() => null);
    if (user) await wearPreferences(user);
    return user;
  },
});

export const wearPreferences = async (user: User): Promise<void> => {
  applyTheme(user.theme);
  showZone(user.shownTimezone);
  await changeLocale(user.locale);
};

/** Nothing read by the previous person may be seen by the next one. */
export function enter(client: QueryClient, user: User | null): void {
  client.clear();
  stored.write('client', undefined);
  showZone(user?.shownTimezone);
  client.setQueryData(accountKeys.session, user);
}

/** The plan changed elsewhere. A call that fails changes nothing: null would mean that nobody is signed in. */
export async function rereadSession(client: QueryClient): Promise<void> {
  const user = await call(me).catch(() => undefined);
  if (user) client.setQueryData(sessionQuery.queryKey, user);
}

/** Turned on or off on another screen: the session's own picture of the person follows. */
export const noteTwoFactor = (client: QueryClient, twoFactorEnabled: boolean) =>
  client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, twoFactorEnabled });

/** The organization is gone, and the session with it. */
export const forgetSession = (client: QueryClient) => enter(client, null);
