import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

/** `organization`: the client has none of its own and uses the organization's. */
export const setupOwners = ['client', 'organization'] as const;
const Owner = z.enum(setupOwners);

export const ClientSetup = z.object({
  id: z.uuid(),
  name: z.string(),
  brand: z.object({ logo: z.boolean(), color: z.boolean(), address: Owner.nullable() }),
  domain: z
    .object({
      domain: z.string(),
      state: z.enum(['pending', 'verified', 'failing']),
      owner: Owner,
      /** When DNS was last asked. */
      checkedAt: Instant.nullable(),
    })
    .nullable(),
  sender: z.object({ name: z.string(), email: z.string(), isReady: z.boolean(), owner: Owner }).nullable(),
});
export type ClientSetup = z.infer<typeof ClientSetup>;

export const listClientSetups = endpoint({
  name: 'sending.client-setups',
  method: 'GET',
  path: '/api/sending/clients',
  needs: 'clients:manage',
  summary: 'Brand, domain and sender of each active client: what is complete and what is missing.',
  query: listQuery(['name', '-name', 'createdAt', '-createdAt']),
  reply: listReply(ClientSetup),
});
