import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { me, type User } from '@waggle/contracts/accounts';
import { call } from '#lib/api.ts';
import { wearClientName, wearProduct } from '#lib/brand.ts';
import { changeLocale } from '#lib/i18n.ts';
import { showZone } from '#lib/shown-zone.ts';
import { stored } from '#lib/stored.ts';
import { applyTheme } from '#lib/theme.ts';
import { accountKeys } from './keys.ts';
import { wearProductOfHost } from './product-of-host.ts';

/** Who is signed in, or null. Any failure counts as signed out, as specified. */
export const sessionQuery = queryOptions({
  queryKey: accountKeys.session,
  queryFn: async ({ signal }) => {
    const user = await call(me, {}, signal).catch(() => null);
    await (user ? wearPreferences(user) : wearProductOfHost());
    return user;
  },
});

/** A guest has none: what the browser wishes, or was told before, stays. */
export const wearPreferences = async (user: User): Promise<void> => {
  showZone(user.shownTimezone);
  if (user.guest) return wearClientName(user.guest.brand.name);
  applyTheme(user.theme);
  wearProduct(user.product);
  await changeLocale(user.locale);
};

/** Nothing read by the previous person may be seen by the next one. */
export function enter(client: QueryClient, user: User | null): void {
  client.clear();
  stored.write('client', undefined);
  showZone(user?.shownTimezone);
  if (user) wearProduct(user.product);
  else void wearProductOfHost();
  client.setQueryData(accountKeys.session, user);
}

/** The plan or the product changed elsewhere. A call that fails changes nothing: null would mean that nobody is signed in. */
export async function rereadSession(client: QueryClient): Promise<void> {
  const user = await call(me).catch(() => undefined);
  if (!user) return;
  wearProduct(user.product);
  client.setQueryData(sessionQuery.queryKey, user);
}

/** Turned on or off on another screen: the session's own picture of the person follows. */
export const noteTwoFactor = (client: QueryClient, twoFactorEnabled: boolean) =>
  client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, twoFactorEnabled });

/** The organization is gone, and the session with it. */
export const forgetSession = (client: QueryClient) => enter(client, null);
