import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/passkeys';
import { noteTwoFactor, rereadSession } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { askPasskey, createPasskey } from '#lib/passkey.ts';
import { settingsKeys, useChange } from '../queries.ts';

export const passkeysQuery = queryOptions({
  queryKey: settingsKeys.passkeys,
  queryFn: ({ signal }) => call(contract.listPasskeys, {}, signal),
  refetchOnMount: 'always',
});

export const twoFactorQuery = queryOptions({
  queryKey: settingsKeys.twoFactor,
  queryFn: ({ signal }) => call(contract.readTwoFactor, {}, signal),
  refetchOnMount: 'always',
});

type Proof = { password: string; code?: string | undefined };
const both = [settingsKeys.passkeys, settingsKeys.twoFactor];

/** The password is checked first: nobody is asked for a finger for nothing. */
export const useAddPasskey = () =>
  useChange(async ({ name, ...proof }: Proof & { name?: string | undefined }) => {
    const options = await call(contract.startAddingPasskey, { body: proof });
    const answer = await createPasskey(options);
    return call(contract.addPasskey, { body: { name, answer } });
  }, both);

export const useRenamePasskey = () =>
  useChange(
    ({ passkeyId, name }: { passkeyId: string; name: string }) =>
      call(contract.renamePasskey, { params: { passkeyId }, body: { name } }),
    [settingsKeys.passkeys],
  );

/** The last one may take two-factor with it. */
export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passkeyId, ...proof }: Proof & { passkeyId: string }) =>
      call(contract.removePasskey, { params: { passkeyId }, body: proof }),
    onSuccess: async () => {
      await rereadSession(client);
      await Promise.all(both.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

/** A code that one of the own passkeys gives, for a field that asks for one of the app. */
export async function askPasskeyCode(): Promise<string> {
  const options = await call(contract.startPasskeyCode);
  const answer = await askPasskey(options);
  return (await call(contract.passkeyCode, { body: { answer } })).code;
}

export function useTurnOnByPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => {
      const code = await askPasskeyCode();
      return call(contract.turnOnTwoFactorByPasskey, { body: { password, code } });
    },
    onSuccess: async () => {
      noteTwoFactor(client, true);
      await client.invalidateQueries({ queryKey: settingsKeys.twoFactor });
    },
  });
}
