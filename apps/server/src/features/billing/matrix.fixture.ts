import type * as contract from '@waggle/contracts/billing';
import type { SamplesOf } from '../../../test/matrix/scene.ts';

export const samples: SamplesOf<typeof contract> = {
  'billing.read': () => ({}),
  'billing.notice': () => ({}),
  'billing.invoices': () => ({}),
  'billing.preview': () => ({ query: { priceId: 'price_plus' } }),
  'billing.subscribe': () => ({ body: { priceId: 'price_plus' } }),
  'billing.portal': () => ({}),
  'billing.contact-sales': () => ({}),
  'billing.ask-admin': () => ({ body: { need: 'contacts' } }),
};

/** No price is set here, and nobody answers for Stripe. */
export const refusedSamples = { 'billing.preview': [409], 'billing.subscribe': [409], 'billing.portal': [503] };
