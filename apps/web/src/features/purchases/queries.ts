import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import * as purchases from '@waggle/contracts/purchases';
import * as shops from '@waggle/contracts/shops';
import { contactKeys } from '#features/contacts/index.ts';
import { call } from '#lib/api.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
type Body<E extends Endpoint> = NonNullable<CallInput<E>['body']>;

const keys = { purchases: ['purchases'] as const, shops: ['shops'] as const };

/** One of what can lead to a purchase. */
export type Source = { qrCodeId: string } | { formId: string } | { campaignId: string };
/** Days of the organization's calendar, both included. */
export type Days = { from?: string | undefined; to?: string | undefined };
type Whose = Source | { contactId: string } | Days;

export const purchasesQuery = (whose: Whose) =>
  infiniteQueryOptions({
    queryKey: [...keys.purchases, 'list', whose],
    queryFn: ({ pageParam, signal }) => {
      const query: Query<typeof purchases.listPurchases> = { ...whose, cursor: pageParam, limit: 20 };
      return call(purchases.listPurchases, { query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  });

export const revenueQuery = (source: Source) =>
  queryOptions({
    queryKey: [...keys.purchases, 'revenue', source],
    queryFn: ({ signal }) => call(purchases.readRevenue, { query: source }, signal),
    refetchOnMount: 'always',
  });

export const currencyQuery = queryOptions({
  queryKey: [...keys.purchases, 'currency'],
  queryFn: ({ signal }) => call(purchases.readCurrency, {}, signal),
});

export const shopsQuery = queryOptions({
  queryKey: keys.shops,
  queryFn: ({ signal }) => call(shops.listShops, {}, signal),
  refetchOnMount: 'always',
});

/** Every sum may have changed, and so have the timelines of contacts. */
function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.purchases }),
        client.invalidateQueries({ queryKey: [...contactKeys.contacts, 'activity'] }),
      ]),
  });
}

export const useAddPurchase = () =>
  useChange((body: Body<typeof purchases.addPurchase>) => call(purchases.addPurchase, { body }));

type Refund = { purchaseId: string } & Body<typeof purchases.refundPurchase>;

export const useRefundPurchase = () =>
  useChange(({ purchaseId, ...body }: Refund) => call(purchases.refundPurchase, { params: { purchaseId }, body }));

export const useDeletePurchase = () =>
  useChange((purchaseId: string) => call(purchases.deletePurchase, { params: { purchaseId } }));

export const useSetCurrency = () =>
  useChange((body: Body<typeof purchases.setCurrency>) => call(purchases.setCurrency, { body }));

export const useCheckFile = () =>
  useMutation({ mutationFn: (file: Blob) => call(purchases.checkPurchaseFile, { upload: file }) });

export const useAddPurchases = () =>
  useChange((body: Body<typeof purchases.addPurchases>) => call(purchases.addPurchases, { body }));

export function useAddShop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof shops.addShop>) => call(shops.addShop, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.shops }),
  });
}

export function useDeleteShop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shopId: string) => call(shops.deleteShop, { params: { shopId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.shops }),
  });
}
