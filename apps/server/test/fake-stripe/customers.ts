import type Stripe from 'stripe';
import { type Account, customerOf, emit, update } from './account.ts';
import { attach, paymentMethodOf } from './cards.ts';
import { missing } from './stripe-error.ts';
import { newId } from './state.ts';
import { cancelNow } from './subscription-status.ts';

type Address = Stripe.Address;
type AddressParam = Stripe.CustomerCreateParams['address'];

export function createCustomer(account: Account, params: Stripe.CustomerCreateParams): Stripe.Customer {
  const id = newId('cus', 7);
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: addressOf(params.address),
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: null,
    tax_exempt: params.tax_exempt || 'none',
    test_clock: null,
  };
  account.state.customers[id] = customer;
  for (const { type, value } of params.tax_id_data ?? []) addTaxId(account, id, type, value);
  emit(account, 'customer.created', customer);
  if (params.payment_method) keepCard(account, customer, params);
  return customer;
}

function keepCard(account: Account, customer: Stripe.Customer, params: Stripe.CustomerCreateParams): void {
  const method = paymentMethodOf(account, params.payment_method ?? '');
  attach(account, method, customer.id);
  const isDefault = params.invoice_settings?.default_payment_method === params.payment_method;
  if (isDefault) customer.invoice_settings.default_payment_method = method.id;
}

export function updateCustomer(account: Account, id: string, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  const customer = customerOf(account, id);
  const wanted = params.invoice_settings?.default_payment_method;
  const method = wanted && paymentMethodOf(account, wanted, 'invoice_settings[default_payment_method]');
  const invoice_settings = { ...customer.invoice_settings, ...(method && { default_payment_method: method.id }) };
  if (method) attach(account, method, id);
  const { email, name, description, phone, preferred_locales } = params;
  update(account, 'customer.updated', customer, {
    ...(params.address !== undefined && { address: addressOf(params.address) }),
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(preferred_locales !== undefined && { preferred_locales }),
    invoice_settings,
    metadata: mergedMetadata(customer.metadata, params.metadata),
  });
  return customer;
}

/** Deletes it and ends its subscriptions at once, as Stripe does. */
export function deleteCustomer(account: Account, id: string): Stripe.DeletedCustomer {
  const customer = customerOf(account, id);
  for (const subscription of Object.values(account.state.subscriptions)) {
    if (subscription.customer === id && !subscription.ended_at) cancelNow(account, subscription);
  }
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  delete account.state.customers[id];
  account.state.deletedCustomers[id] = deleted;
  emit(account, 'customer.deleted', customer);
  return deleted;
}

export function readCustomer(account: Account, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  const found = account.state.customers[id] ?? account.state.deletedCustomers[id];
  if (!found) throw missing('customer', id);
  return found;
}

/** A key with an empty value is removed; the others stay. */
export function mergedMetadata(old: Stripe.Metadata, change: Stripe.Emptyable<Stripe.MetadataParam> | undefined) {
  if (change === undefined) return old;
  if (!change) return {};
  const merged = Object.entries({ ...old, ...change }).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(merged.map(([key, value]) => [key, String(value)]));
}

export function addTaxId(account: Account, customer: string, type: Stripe.TaxId.Type, value: string): Stripe.TaxId {
  const id = newId('txi');
  return (account.state.taxIds[id] = {
    id,
    object: 'tax_id',
    country: type.slice(0, 2).toUpperCase(),
    created: account.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  });
}

const addressOf = (address: AddressParam): Address | null =>
  address ? { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...address } : null;
