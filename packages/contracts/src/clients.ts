import { z } from 'zod';
import { endpoint, idOf } from './endpoint.ts';
import { emailAddress, Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

export const Client = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Client = z.infer<typeof Client>;

/** Whose a new row is. Needed while the session shows all clients of an agency; null is the organization itself. */
export const ClientOfNew = idOf('client').nullable().optional();

const clientName = line(120, 'Client name is required').min(1, 'Client name is required');
const clientEmail = emailAddress().nullable();

export const listClients = endpoint({
  name: 'clients.list',
  method: 'GET',
  path: '/api/clients',
  needs: 'clients:read',
  summary: 'The clients of an agency.',
  query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend({
    active: z.enum(['true', 'false']).optional(),
  }),
  reply: listReply(Client),
});

export const createClient = endpoint({
  name: 'clients.create',
  method: 'POST',
  path: '/api/clients',
  needs: 'clients:manage',
  audit: { entity: 'client' },
  summary: 'Adds a client.',
  status: 201,
  body: z.strictObject({ name: clientName, email: clientEmail.default(null) }),
  reply: Client,
});

export const updateClient = endpoint({
  name: 'clients.update',
  method: 'PUT',
  path: '/api/clients/:clientId',
  needs: 'clients:manage',
  audit: { entity: 'client' },
  summary: 'Edits, deactivates or reactivates a client.',
  params: z.strictObject({ clientId: idOf('client') }),
  body: z.strictObject({
    name: clientName.optional(),
    email: clientEmail.optional(),
    isActive: z.boolean().optional(),
  }),
  reply: Client,
});
