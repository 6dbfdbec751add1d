import { queryOptions, useMutation } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/billing';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { PriceId } from '@waggle/contracts/plans';
import { call } from '#lib/api.ts';

export type BillingState = contract.BillingState;
export type Subscription = NonNullable<BillingState['subscription']>;
export type PastDue = NonNullable<BillingState['pastDue']>;
export type Plan = BillingState['plans'][number];
export type Amount = Subscription['price'];
export type Preview = ReplyOf<typeof contract.previewUpgrade>;

export const billingKeys = { all: ['billing'] as const };

/** Milliseconds between two looks while an invoice is open: whoever pays in another tab sees it here. */
const openInvoiceMs = 15_000;

export const billingQuery = queryOptions({
  queryKey: [...billingKeys.all, 'state'],
  queryFn: ({ signal }) => call(contract.readBilling, {}, signal),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.pastDue ? openInvoiceMs : false),
});

/** Milliseconds for which a page does not ask again. */
const noticeMs = 300_000;

export const noticeQuery = queryOptions({
  queryKey: [...billingKeys.all, 'notice'],
  queryFn: ({ signal }) => call(contract.readBillingNotice, {}, signal),
  staleTime: noticeMs,
});

export const invoicesQuery = queryOptions({
  queryKey: [...billingKeys.all, 'invoices'],
  queryFn: ({ signal }) => call(contract.listInvoices, {}, signal),
  refetchOnMount: 'always',
});

/** Days that pass make it cheaper, so it is asked for each time it is shown. */
export const previewQuery = (priceId: PriceId) =>
  queryOptions({
    queryKey: [...billingKeys.all, 'preview', priceId],
    queryFn: ({ signal }) => call(contract.previewUpgrade, { query: { priceId } }, signal),
    refetchOnMount: 'always',
  });

export const useCreateSubscription = () =>
  useMutation({ mutationFn: (priceId: PriceId) => call(contract.createSubscription, { body: { priceId } }) });

export const useCreatePortalSession = () => useMutation({ mutationFn: () => call(contract.createPortalSession) });

export const useContactSales = () => useMutation({ mutationFn: () => call(contract.contactSales) });
