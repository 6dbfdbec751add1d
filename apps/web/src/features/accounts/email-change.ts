import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmEmailChange } from '@waggle/contracts/email-change';
import { call } from '#lib/api.ts';
import { accountKeys } from './keys.ts';

export function useConfirmEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountKeys.session }),
        client.invalidateQueries({ queryKey: accountKeys.emailChange }),
      ]),
  });
}
