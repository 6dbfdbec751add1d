import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/qr-bulk';
import { call } from '#lib/api.ts';
import { callForFile } from '#lib/file-call.ts';
import { saveFile } from '#ui/save-file.ts';
import { qrCodeKeys } from '../keys.ts';

type Body<E extends Parameters<typeof callForFile>[0]> = NonNullable<CallInput<E>['body']>;

export const useCheckFile = () =>
  useMutation({ mutationFn: (file: Blob) => call(contract.checkQrFile, { upload: file }) });

export function useCreateQrCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof contract.createQrCodes>) => call(contract.createQrCodes, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: qrCodeKeys.all }),
  });
}

export const useZip = () =>
  useMutation({
    mutationFn: async (body: Body<typeof contract.downloadQrPictures>) => {
      const { content, name = 'qr_codes.zip' } = await callForFile(contract.downloadQrPictures, { body });
      saveFile(content, name);
      return name;
    },
  });

export const useSheet = () =>
  useMutation({
    mutationFn: async (body: Body<typeof contract.printQrSheet>) => {
      const { content, name = 'qr_codes.pdf' } = await callForFile(contract.printQrSheet, { body });
      saveFile(content, name);
      return name;
    },
  });
