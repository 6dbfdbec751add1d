import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/joining';
import { updateProfile } from '@waggle/contracts/profile';
import { call } from '#lib/api.ts';
import { wearProduct } from '#lib/brand.ts';
import { currentLocale } from '#lib/i18n.ts';
import { currentTheme } from '#lib/theme.ts';
import { accountKeys } from './keys.ts';
import { enter } from './session-query.ts';

/** A new person keeps the language and theme the sign-up page was read in. */
async function keepPreferences(user: User): Promise<User> {
  const wished = { locale: currentLocale(), theme: currentTheme() };
  if (user.locale === wished.locale && user.theme === wished.theme) return user;
  return call(updateProfile, { body: wished }).catch(() => user);
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.register>['body']) =>
      call(contract.register, { body: { ...body, timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone } }),
    onSuccess: async ({ user, organization }) => {
      const kept = await keepPreferences(user);
      enter(client, kept);
      client.setQueryData(accountKeys.organization, organization);
    },
  });
}

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.acceptInvitation>['body']) =>
      call(contract.acceptInvitation, { body }),
    onSuccess: async (user) => enter(client, await keepPreferences(user)),
  });
}

export const registrationQuery = queryOptions({
  queryKey: accountKeys.registration,
  queryFn: ({ signal }) => call(contract.readRegistration, {}, signal),
});

export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(contract.confirmEmail, { body: { token } }),
    onSuccess: (user) => client.setQueryData(accountKeys.session, user),
  });
}

export const useResendConfirmation = () => useMutation({ mutationFn: () => call(contract.resendConfirmation) });

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: accountKeys.invitation(token),
    queryFn: async ({ signal }) => {
      const invitation = await call(contract.readInvitation, { body: { token } }, signal);
      if (invitation.product) wearProduct(invitation.product);
      return invitation;
    },
    gcTime: 0,
  });
