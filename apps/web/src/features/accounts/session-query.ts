import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { me, type User } from '@waggle/contracts/accounts';
import { call } from '#lib/api.ts';
import { wearClientName, wearProduct } from '#lib/brand.ts';
import { changeLocale, i18n } from '#lib/i18n.ts';
import { showZone } from '#lib/shown-zone.ts';
import { stored } from '#lib/stored.ts';
import { applyTheme } from '#lib/theme.ts';
import { toast } from '#ui/toast-store.ts';
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

/** Everything on screen may belong to the client chosen before, so all of it is stale, except who is signed in. */
export async function readAnew(client: QueryClient): Promise<void> {
  const apart: readonly string[] = [accountKeys.session[0], accountKeys.organization[0], accountKeys.clientChoices[0]];
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !apart.includes(String(queryKey[0]));
  // What no screen shows now would be shown first, and as this client's, when one is opened.
  client.removeQueries({ type: 'inactive', predicate });
  await client.invalidateQueries({ predicate });
}

function sayShown(name: string | null): void {
  const title = i18n.t('activeClient.showing', { client: name ?? i18n.t('activeClient.all') });
  toast({ tone: 'info', title, description: i18n.t('activeClient.elsewhere') });
}

/**
 * The plan, the product, the client or the person changed elsewhere, such as in another tab, which has the same session. A call
 * that fails changes nothing: null would mean that nobody is signed in.
 */
export async function rereadSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey);
  const user = await call(me).catch(() => undefined);
  // Changed here meanwhile, by an answer that is newer than this one.
  if (!user || client.getQueryData(sessionQuery.queryKey) !== before) return;
  // Nothing of the previous person stays.
  if (before && before.id !== user.id) return location.reload();
  wearProduct(user.product);
  client.setQueryData(sessionQuery.queryKey, user);
  if (!before || before.activeClientId === user.activeClientId) return;
  stored.write('client', user.activeClientName ?? undefined);
  if (!user.mustChooseClient) sayShown(user.activeClientName);
  await readAnew(client);
}

/** Turned on or off on another screen: the session's own picture of the person follows. */
export const noteTwoFactor = (client: QueryClient, twoFactorEnabled: boolean) =>
  client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, twoFactorEnabled });

/** The organization is gone, and the session with it. */
export const forgetSession = (client: QueryClient) => enter(client, null);
