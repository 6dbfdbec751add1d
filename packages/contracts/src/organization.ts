import { z } from 'zod';
import { Organization } from './accounts.ts';
import { endpoint, NoReply } from './endpoint.ts';
import { Instant, organizationName } from './fields.ts';
import { Timezone } from './timezones.ts';

// Apart from signing in, whose screen is the first that everybody loads.

export const readInstallation = endpoint({
  name: 'installation.read',
  method: 'GET',
  path: '/api/installation',
  needs: 'signed-in',
  summary: 'Whether this installation was restored from a backup and waits for its operator.',
  reply: z.object({
    /** Set while nothing is sent and nothing can be changed. */
    heldSince: Instant.nullable(),
  }),
});

export const readOrganization = endpoint({
  name: 'organization.read',
  method: 'GET',
  path: '/api/organization',
  needs: 'organization:read',
  summary: 'The own organization.',
  reply: Organization,
});

export const updateOrganization = endpoint({
  name: 'organization.update',
  method: 'PUT',
  path: '/api/organization',
  needs: 'organization:manage',
  audit: { entity: 'organization' },
  summary: 'Renames the organization or moves its time zone.',
  body: z.strictObject({ name: organizationName, timezone: Timezone }),
  reply: Organization,
});

export const deleteOrganization = endpoint({
  name: 'organization.delete',
  method: 'DELETE',
  path: '/api/organization',
  needs: 'organization:manage',
  audit: { skip: 'gone-with-it' },
  summary: 'Removes the organization with all its data. Asks for its name and the own password.',
  status: 204,
  body: z.strictObject({ name: z.string().max(200), password: z.string().max(256) }),
  reply: NoReply,
  limits: { rate: { points: 10, seconds: 3600, per: 'user' } },
});
