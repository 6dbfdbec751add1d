import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What people of an organization see in place of our own name, mark and color. Small, because sign-in loads it. */
export const Product = z.object({
  name: z.string(),
  /** `#rrggbb`; null takes the color of the design. */
  accent: z.string().nullable(),
  /** Address of a square picture; null shows initials. */
  mark: z.string().nullable(),
  /** Address of a picture that stands for mark and name. */
  wide: z.string().nullable(),
  /** Where people ask for help; empty says nothing. */
  supportEmail: z.string(),
});
export type Product = z.infer<typeof Product>;

export const readProduct = endpoint({
  name: 'product.read',
  method: 'GET',
  path: '/api/product',
  needs: 'public',
  summary: 'Name, mark and color that the organization of this host gave the product; null for our own.',
  reply: z.object({ product: Product.pick({ name: true, mark: true, accent: true }).nullable() }),
  limits: { rate: { points: 120, seconds: 60, per: 'address' } },
});
