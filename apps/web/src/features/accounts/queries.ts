import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/accounts';
import { listClients } from '@waggle/contracts/clients';
import type { CallInput } from '@waggle/contracts/endpoint';
import { readInstallation, readOrganization } from '@waggle/contracts/organization';
import { updateProfile } from '@waggle/contracts/profile';
import { call } from '#lib/api.ts';
import { changeLocale } from '#lib/i18n.ts';
import { showZone } from '#lib/shown-zone.ts';
import { applyTheme } from '#lib/theme.ts';
import { accountKeys } from './keys.ts';
import { enter, readAnew, sessionQuery, wearPreferences } from './session-query.ts';

export const organizationQuery = queryOptions({
  queryKey: accountKeys.organization,
  queryFn: ({ signal }) => call(readOrganization, {}, signal),
});

/** Milliseconds between two looks at whether an operator has confirmed a restore, or just made one. */
const heldLookMs = 30_000;

export const installationQuery = queryOptions({
  queryKey: accountKeys.installation,
  queryFn: ({ signal }) => call(readInstallation, {}, signal),
  refetchInterval: heldLookMs,
});

/** The clients a person can choose between; agencies only. */
export const clientChoicesQuery = queryOptions({
  queryKey: accountKeys.clientChoices,
  queryFn: ({ signal }) => call(listClients, { query: { limit: 100, active: 'true' } }, signal),
});

/** The same, by a part of the name. */
export const clientSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [...accountKeys.clientChoices, search],
    queryFn: ({ signal }) => call(listClients, { query: { limit: 100, active: 'true', search } }, signal),
  });

/** Signed out on screen even when the call fails. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.logout),
    onSettled: () => enter(client, null),
  });
}

export function useSetActiveClient() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (clientId: string | null) => call(contract.setActiveClient, { body: { clientId } }),
    onSuccess: async (active) => {
      client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...active });
      await readAnew(client);
    },
  });
}

type Preferences = NonNullable<CallInput<typeof updateProfile>['body']>;

/** The screen changes at once; the profile follows, so the next device looks the same. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Preferences) => call(updateProfile, { body }),
    onMutate: ({ theme, locale }) => {
      if (theme) applyTheme(theme);
      if (locale) void changeLocale(locale);
    },
    onSuccess: (user) => {
      client.setQueryData(accountKeys.session, user);
      showZone(user.shownTimezone);
    },
    onError: () => {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user) void wearPreferences(user);
    },
  });
}
