import { z } from 'zod';
import { leftOutReasons } from './campaign-left-out.ts';
import { Audience, clientId, GivenRecipients, time, writtenTypes } from './campaigns.ts';
import { endpoint, idOf } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** Emails of a sequence wait for whoever has had as many as the organization allows, so nobody is left out for that. */
const asType = z.enum(writtenTypes).default('EMAIL');
const topicId = idOf('topic').nullable().default(null);

export const countAudience = endpoint({
  name: 'campaigns.audience',
  method: 'POST',
  path: '/api/campaigns/audience',
  needs: 'campaigns:read',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary: 'How many would get it, and who is left out for which reason: the same rule that freezes the audience.',
  body: z.strictObject({ recipients: GivenRecipients, clientId, type: asType, topicId }),
  reply: Audience,
  limits: { cost: 'long-question' },
});

/** The word for those who would get it, beside the reasons for those who would not. */
export const audienceGroups = ['recipient', ...leftOutReasons] as const;

export const listAudience = endpoint({
  name: 'campaigns.audiencePeople',
  method: 'POST',
  path: '/api/campaigns/audience/people',
  needs: 'campaigns:read',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary: 'Who stands behind one number of `campaigns.audience`, by the same rule.',
  body: z.strictObject({
    recipients: GivenRecipients,
    clientId,
    type: asType,
    topicId,
    group: z.enum(audienceGroups),
    /** Words of the name, or the beginning of the address. */
    search: line(200).optional(),
    cursor: z.string().max(200).optional(),
    limit: z.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    items: z.array(z.object({ contactId: z.uuid(), email: z.string(), name: z.string().nullable() })),
    nextCursor: z.string().nullable(),
  }),
  limits: { cost: 'long-question' },
});

export const spreadAudience = endpoint({
  name: 'campaigns.audienceZones',
  method: 'POST',
  path: '/api/campaigns/audience/zones',
  needs: 'campaigns:read',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary:
    'When those who would get it have a time on their clock: how many have a time zone, and for how many it has passed.',
  body: z.strictObject({ recipients: GivenRecipients, clientId, topicId, at: time }),
  reply: z.object({
    recipients: z.number().int(),
    /** Those of them who have a time zone; the others go by that of the organization. */
    known: z.number().int(),
    /** For whom it has passed: they get it as soon as it is sent. */
    passed: z.number().int(),
    /** When the first and the last of them have it; null where nobody would get it. */
    firstAt: Instant.nullable(),
    lastAt: Instant.nullable(),
  }),
  limits: { cost: 'long-question' },
});
