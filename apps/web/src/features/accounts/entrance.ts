import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/accounts';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { enter, wearPreferences } from './session-query.ts';

export async function welcome(client: QueryClient, user: contract.User) {
  await wearPreferences(user);
  enter(client, user);
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.login>['body']) => call(contract.login, { body }),
    onSuccess: (user) => welcome(client, user),
  });
}

export function usePassTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.passTwoFactor>['body']) => call(contract.passTwoFactor, { body }),
    onSuccess: (user) => welcome(client, user),
  });
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.forgotPassword>['body']) => call(contract.forgotPassword, { body }),
  });

export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.resetPassword>['body']) => call(contract.resetPassword, { body }),
    onSuccess: () => enter(client, null),
  });
}
