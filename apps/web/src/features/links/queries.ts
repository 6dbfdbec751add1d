import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import * as qrCodes from '@waggle/contracts/qr-codes';
import type { QrDesign } from '@waggle/contracts/qr-design';
import { call } from '#lib/api.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

export type Period = (typeof qrCodes.statPeriods)[number];

const keys = {
  all: ['qr-codes'] as const,
  lists: ['qr-codes', 'list'] as const,
  one: (qrCodeId: string) => ['qr-codes', 'one', qrCodeId] as const,
};

/** People scan while somebody watches. */
const watchedMs = 30_000;

export const qrCodesQuery = (query: Query<typeof qrCodes.listQrCodes>) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(qrCodes.listQrCodes, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const qrCodeQuery = (qrCodeId: string) =>
  queryOptions({
    queryKey: keys.one(qrCodeId),
    queryFn: ({ signal }) => call(qrCodes.readQrCode, { params: { qrCodeId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: watchedMs,
  });

export const statsQuery = (qrCodeId: string, period: Period) =>
  queryOptions({
    queryKey: [...keys.one(qrCodeId), 'stats', period],
    queryFn: ({ signal }) => call(qrCodes.readQrStats, { params: { qrCodeId }, query: { period } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: watchedMs,
  });

/** Drawing and reading back the same design gives the same answer. */
export const previewQuery = (design: QrDesign, qrCodeId: string | undefined) =>
  queryOptions({
    queryKey: [...keys.all, 'preview', qrCodeId, design],
    queryFn: ({ signal }) => call(qrCodes.previewQrDesign, { body: { design, ...(qrCodeId && { qrCodeId }) } }, signal),
    placeholderData: keepPreviousData,
  });

/** What was read before knows the code as it was. */
function useKeep() {
  const client = useQueryClient();
  return (code: qrCodes.QrCode) => {
    client.setQueryData(qrCodeQuery(code.id).queryKey, code);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
}

export function useCreateQrCode() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: Body<typeof qrCodes.createQrCode>) => call(qrCodes.createQrCode, { body }),
    onSuccess: keep,
  });
}

type Change = { qrCodeId: string } & Body<typeof qrCodes.updateQrCode>;

export function useUpdateQrCode() {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ qrCodeId, ...body }: Change) => call(qrCodes.updateQrCode, { params: { qrCodeId }, body }),
    onSuccess: keep,
  });
}

export function useDeleteQrCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (qrCodeId: string) => call(qrCodes.deleteQrCode, { params: { qrCodeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.lists }),
  });
}

export const useUploadLogo = () =>
  useMutation({ mutationFn: (file: Blob) => call(qrCodes.uploadQrLogo, { upload: file }) });
