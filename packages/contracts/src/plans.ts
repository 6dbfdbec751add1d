import { z } from 'zod';

export const tiers = ['lite', 'core', 'plus', 'system'] as const;
export const Tier = z.enum(tiers);
export type Tier = z.infer<typeof Tier>;
