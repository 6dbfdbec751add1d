import { z } from 'zod';
import { defineInboxKind } from '#platform/inbox/kind.ts';

/** A report as the edge has checked it. */
export const OrderReport = z.object({
  kind: z.enum(['stripe', 'shopify', 'signed']),
  topic: z.string().max(60),
  text: z.string().max(262_144),
});

/** A shop says what was bought; the subject is the shop. Who bought it is not kept in the inbox. */
export const order = defineInboxKind('order', z.looseObject({ order: OrderReport }), ['order']);
