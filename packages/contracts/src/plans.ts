import { z } from 'zod';

export const tiers = ['lite', 'core', 'plus', 'system'] as const;
export const Tier = z.enum(tiers);
export type Tier = z.infer<typeof Tier>;

/** Contacts that can be written to; null is without limit. */
export const contactLimits: Readonly<Record<Tier, number | null>> = {
  lite: 100,
  core: 5_000,
  plus: 25_000,
  system: null,
};

/** Forms that strangers can fill in; null is without limit. */
export const activeFormLimits: Readonly<Record<Tier, number | null>> = {
  lite: 1,
  core: null,
  plus: null,
  system: null,
};

/** Automations that let people in or are paused; null is without limit. */
export const liveAutomationLimits: Readonly<Record<Tier, number | null>> = {
  lite: 0,
  core: 5,
  plus: null,
  system: null,
};

/** Tiers with automations. Drafts are written on every one. */
export const automationTiers: readonly Tier[] = tiers.filter((tier) => liveAutomationLimits[tier] !== 0);

/** Tiers on which an automation may send people different ways to compare them. */
export const splitTestTiers: readonly Tier[] = ['plus', 'system'];

/** Tiers on which QR codes can be made and changed. Codes that exist go on working on every one. */
export const qrCodeTiers: readonly Tier[] = ['core', 'plus', 'system'];

/** Tiers with advanced analytics: charts as files, and clients beside each other. */
export const advancedAnalyticsTiers: readonly Tier[] = ['plus', 'system'];

/** Tiers with an own product name, logo and color in place of ours, and own host names. */
export const whiteLabelTiers: readonly Tier[] = ['system'];

/** What is sold; the configuration says which price of Stripe each one is. */
export const priceIds = ['price_core', 'price_plus', 'price_system'] as const;
export const PriceId = z.enum(priceIds);
export type PriceId = z.infer<typeof PriceId>;
export const tierOfPrice: Readonly<Record<PriceId, Tier>> = {
  price_core: 'core',
  price_plus: 'plus',
  price_system: 'system',
};

/** The lines of a plan's list. What this version cannot do has none. */
export type PlanLine =
  | 'contacts'
  | 'forms'
  | 'email-campaigns'
  | 'qr-codes'
  | 'basic-automation'
  | 'advanced-automation'
  | 'advanced-analytics'
  | 'white-label'
  | 'email-support'
  | 'priority-support'
  | 'phone-support'
  | 'dedicated-manager'
  | 'custom-integrations';

export const planLines: Readonly<Record<Tier, readonly PlanLine[]>> = {
  lite: ['contacts', 'forms', 'email-campaigns', 'email-support'],
  core: ['contacts', 'forms', 'basic-automation', 'qr-codes', 'priority-support'],
  plus: ['contacts', 'advanced-automation', 'advanced-analytics', 'phone-support'],
  system: ['contacts', 'white-label', 'dedicated-manager', 'custom-integrations'],
};
export const popularTier: Tier = 'core';
