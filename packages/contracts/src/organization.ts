import { z } from 'zod';
import { Organization, OrganizationType } from './accounts.ts';
import { endpoint, NoReply } from './endpoint.ts';
import { Instant, organizationName } from './fields.ts';
import { secondFactorCode } from './profile.ts';
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

/** Of the whole organization, whatever client is shown. */
export const countSchedules = endpoint({
  name: 'organization.schedules',
  method: 'GET',
  path: '/api/organization/schedules',
  needs: 'organization:manage',
  summary: 'How many campaigns and reports are scheduled: what a change of the time zone concerns.',
  reply: z.object({ campaigns: z.number().int(), reports: z.number().int() }),
});

/** What is scheduled leaves at the same moment, or at the same time by the new clock. */
export const scheduleChoices = ['keep-clock', 'keep-moment'] as const;
export type ScheduleChoice = (typeof scheduleChoices)[number];

export const updateOrganization = endpoint({
  name: 'organization.update',
  method: 'PUT',
  path: '/api/organization',
  needs: 'organization:manage',
  audit: { entity: 'organization', after: true },
  summary:
    'Renames the organization, moves its time zone or changes its type. With open schedules a new zone needs `schedules`.',
  body: z.strictObject({
    name: organizationName,
    timezone: Timezone,
    /** An agency becomes a business once no client is active. */
    type: OrganizationType.optional(),
    /** Of a time that would be past by the new clock the moment is kept, too. */
    schedules: z.enum(scheduleChoices).optional(),
  }),
  reply: Organization,
});

export const deleteOrganization = endpoint({
  name: 'organization.delete',
  method: 'DELETE',
  path: '/api/organization',
  needs: 'organization:manage',
  audit: { skip: 'gone-with-it' },
  summary: 'Removes the organization with all its data. For its owner; asks for its name and the own password.',
  status: 204,
  body: z.strictObject({
    name: z.string().max(200),
    password: z.string().max(256),
    /** Needed by people with two-factor authentication. */
    code: secondFactorCode.optional(),
  }),
  reply: NoReply,
  limits: { rate: { points: 10, seconds: 3600, per: 'user' } },
});
