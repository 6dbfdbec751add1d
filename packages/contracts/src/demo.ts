import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Mounted in demo mode alone, and therefore not in the list of all calls. */
export const seedTestContacts = endpoint({
  name: 'demo.seed-contacts',
  method: 'POST',
  path: '/api/contacts/seed-test',
  needs: 'contacts:write',
  audit: { entity: 'contact', affected: 'created' },
  summary: 'Adds made-up contacts to try things with.',
  status: 201,
  body: z.strictObject({ count: z.int().min(1).max(1_000).default(100) }),
  reply: z.object({ created: z.number().int() }),
});
