import { z } from 'zod';
import { endpoint, idOf } from './endpoint.ts';
import { emailAddress, Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

export const Client = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  /** False while it is archived. */
  isActive: z.boolean(),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Client = z.infer<typeof Client>;

/** Whose a new row is. Needed while the session shows all clients of an agency; null is the organization itself. */
export const ClientOfNew = idOf('client').nullable().optional();

/** Whose rows a list shows: those of one client, or the organization's own. Without it everybody's in sight. */
export const Owner = z.union([idOf('client'), z.literal('organization')]);
export type Owner = z.infer<typeof Owner>;

export const clientName = line(120, 'Client name is required').min(1, 'Client name is required');
export const clientEmail = emailAddress().nullable();
const clientPath = z.strictObject({ clientId: idOf('client') });

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
  audit: { entity: 'client', after: true },
  summary: 'Edits a client, archives it with `isActive` false (its forms go on collecting) or brings it back.',
  params: clientPath,
  body: z.strictObject({
    name: clientName.optional(),
    email: clientEmail.optional(),
    isActive: z.boolean().optional(),
  }),
  reply: Client,
});

/** What becomes of the active forms of a client that is archived. Its codes go on redirecting either way. */
export const formsChoices = ['collect', 'close'] as const;
export type FormsChoice = (typeof formsChoices)[number];

export const readClientArchive = endpoint({
  name: 'clients.archive-preview',
  method: 'GET',
  path: '/api/clients/:clientId/archive',
  needs: 'clients:manage',
  summary: 'What archiving a client would stop, and what goes on.',
  params: clientPath,
  reply: z.object({
    /** Scheduled or being sent; these are paused. */
    campaigns: z.number().int(),
    /** Live, or letting those inside finish; these are paused. */
    automations: z.number().int(),
    /** Scheduled reports; these are paused. */
    reports: z.number().int(),
    /** Active forms, which go on or are closed as is chosen. */
    forms: z.number().int(),
    /** Active QR codes, which go on redirecting. */
    codes: z.number().int(),
    /** People who can work in no other client, and are signed out. */
    people: z.number().int(),
    /** Guest links that work; these end, also for when the client comes back. */
    guestLinks: z.number().int(),
  }),
});

export const archiveClient = endpoint({
  name: 'clients.archive',
  method: 'POST',
  path: '/api/clients/:clientId/archive',
  needs: 'clients:manage',
  audit: { entity: 'client', after: true },
  summary:
    'Archives a client: nothing is sent for it any more, its people are signed out, and everything stays readable for admins. Deletes nothing.',
  params: clientPath,
  body: z.strictObject({ forms: z.enum(formsChoices) }),
  reply: Client,
});

export const restoreClient = endpoint({
  name: 'clients.restore',
  method: 'POST',
  path: '/api/clients/:clientId/restore',
  needs: 'clients:manage',
  audit: { entity: 'client', after: true },
  summary: 'Brings an archived client back. What was paused stays paused, and closed forms stay closed.',
  params: clientPath,
  reply: Client,
});
