import type { planNeeds } from '@waggle/contracts/billing';
import type { Locale } from '@waggle/contracts/fields';
import { inertName } from '@waggle/email/inert-name';
import { type MailProduct, waggle } from '@waggle/email/mail-product';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { CustomerToSell } from '../customer.ts';
import { questionWords } from './words.ts';

type Question = { asker: string; need: (typeof planNeeds)[number]; link: string };
type Admin = { name: string; locale: Locale; product: MailProduct };

export function planQuestionMail({ asker, need, link }: Question, { name, locale, product }: Admin) {
  const { subject, greeting, line, needs, somebody, action, closing } = questionWords[locale];
  const lines = [line(inertName(asker, somebody), needs[need], product.name)];
  const mail = renderSystemMail({
    locale,
    title: subject,
    greeting: greeting(inertName(name, '')),
    lines,
    action,
    link,
    closing,
    product,
  });
  return { subject, ...mail };
}

type Request = {
  organization: string;
  organizationId: string;
  customer: CustomerToSell;
  subscription: string | null;
  name: string;
  email: string;
  contacts: number;
  plan: string;
};

/** Why there is no customer. */
const missing = {
  'by-hand': 'none yet',
  unmade: 'could not be made, because Stripe did not answer; open Billing as this organization, or ask again later',
};

/** For the operator, in English. */
export function salesRequestMail({ organization, organizationId, customer, subscription, ...asker }: Request) {
  const { name, email, contacts, plan } = asker;
  const subject = 'Request for the System plan';
  const facts = [
    { label: 'Organization', value: inertName(organization, 'unnamed') },
    { label: 'Organization id', value: organizationId },
    { label: 'Stripe customer', value: typeof customer === 'string' ? missing[customer] : customer.id },
    { label: 'Subscription', value: subscription ?? 'none' },
    { label: 'Asked by', value: inertName(name, 'unnamed') },
    { label: 'Email', value: email },
    { label: 'Plan', value: plan },
    { label: 'Contacts', value: contacts.toLocaleString('en-US') },
  ];
  const lines = ['An organization of this installation asks for the System plan.'];
  const closing = `Answer to the address above. ${sellBy(subscription)}`;
  return { subject, ...renderSystemMail({ locale: 'en', title: subject, lines, facts, closing, product: waggle }) };
}

/** A second subscription would be charged beside the first, whose plan it only hides. */
const sellBy = (subscription: string | null): string =>
  subscription
    ? `Change the price of subscription ${subscription} to the System price. Don't make a second subscription: both would be charged.`
    : 'Make the subscription for this Stripe customer; no other reaches the organization.';
