import {
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallInput, Endpoint, ReplyOf } from '@waggle/contracts/endpoint';
import * as qrCodes from '@waggle/contracts/qr-codes';
import type { QrDesign } from '@waggle/contracts/qr-design';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { qrCodeKeys as keys } from './keys.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

export type Stats = ReplyOf<typeof qrCodes.readQrStats>;
export type Period = (typeof qrCodes.statPeriods)[number];

/** Somebody who has just made a code scans it and watches, so its page asks often; one left open for long asks seldom. */
const watchedMs = 3_000;
const leftOpenMs = 30_000;
const watchedForMs = 600_000;

/** How long to wait for the next look at a code, opened at that moment. Hidden tabs do not ask at all. */
export function nextLookMs(openedAt: number, lastScanAt: string | null | undefined, now = Date.now()): number {
  const lastEvent = Math.max(openedAt, lastScanAt ? Date.parse(lastScanAt) : 0);
  return now - lastEvent < watchedForMs ? watchedMs : leftOpenMs;
}

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
  });

/** The code while its page is open: the small question that is asked often. */
export function useWatchedQrCode(qrCodeId: string) {
  const [openedAt] = useState(() => Date.now());
  return useQuery({
    ...qrCodeQuery(qrCodeId),
    refetchInterval: ({ state }) => nextLookMs(openedAt, state.data?.lastScanAt),
  });
}

const statsQuery = (qrCodeId: string, period: Period) =>
  queryOptions({
    queryKey: [...keys.one(qrCodeId), 'stats', period],
    queryFn: ({ signal }) => call(qrCodes.readQrStats, { params: { qrCodeId }, query: { period } }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: leftOpenMs,
  });

/** The large question: asked anew when the code was scanned, and now and then for what bots did. */
export function useScanStats({ id, scans, lastScanAt }: qrCodes.QrCode, period: Period) {
  const stats = useQuery(statsQuery(id, period));
  const { refetch } = stats;
  const mark = `${scans} ${lastScanAt}`;
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    void refetch();
  }, [mark, refetch]);
  return stats;
}

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
    void client.invalidateQueries({ queryKey: keys.labels });
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

const logoKey = [...keys.all, 'logo'];

export const useUploadLogo = () =>
  useMutation({ mutationKey: logoKey, mutationFn: (file: Blob) => call(qrCodes.uploadQrLogo, { upload: file }) });

/** A design is kept with its logo or not at all. */
export const useIsLogoUnderWay = (): boolean => useIsMutating({ mutationKey: logoKey }) > 0;
