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

/** Tiers on which QR codes can be made and changed. Codes that exist go on working on every one. */
export const qrCodeTiers: readonly Tier[] = ['core', 'plus', 'system'];

/** Tiers with advanced analytics: charts as files, and clients beside each other. */
export const advancedAnalyticsTiers: readonly Tier[] = ['plus', 'system'];
