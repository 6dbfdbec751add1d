import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** At most so many emails of campaigns and automations in so many hours to one contact. */
export const FrequencyCap = z.strictObject({
  isOn: z.boolean(),
  emails: z
    .int('Enter a number from 1 to 100')
    .min(1, 'Enter a number from 1 to 100')
    .max(100, 'Enter a number from 1 to 100'),
  hours: z
    .int('Enter a number from 1 to 720')
    .min(1, 'Enter a number from 1 to 720')
    .max(720, 'Enter a number from 1 to 720'),
});
export type FrequencyCap = z.infer<typeof FrequencyCap>;
/** What is suggested while there is none. */
export const usualCap = { emails: 2, hours: 24 } as const;

export const readFrequencyCap = endpoint({
  name: 'sending.cap',
  method: 'GET',
  path: '/api/sending/cap',
  needs: 'sending:read',
  summary:
    'How many emails one contact gets at most in a number of hours, from all campaigns and automations together.',
  reply: FrequencyCap,
});

export const saveFrequencyCap = endpoint({
  name: 'sending.save-cap',
  method: 'PUT',
  path: '/api/sending/cap',
  needs: 'sending:manage',
  audit: { entity: 'organization' },
  summary: 'Sets it for the whole organization, with all its clients, or turns it off.',
  body: FrequencyCap,
  reply: FrequencyCap,
});
