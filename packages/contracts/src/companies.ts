import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

export const companySorts = ['-contacts', 'contacts', 'name', '-name'] as const;

export const Company = z.object({
  /** Of every spelling of it, and the same for as long as somebody has it. */
  id: z.uuid(),
  /** As most of its contacts have it. */
  name: z.string(),
  contacts: z.number().int(),
  /** Whose status lets them be emailed. */
  mailable: z.number().int(),
  /** The latest of any of its contacts; null where the last of them has just gone. */
  lastActivityAt: Instant.nullable(),
});
export type Company = z.infer<typeof Company>;

export const listCompanies = endpoint({
  name: 'companies.list',
  method: 'GET',
  path: '/api/contacts/companies',
  needs: 'contacts:read',
  summary:
    'Companies that contacts in sight have, each once whatever its capitals and spaces, with how many contacts it has, how many of them can be emailed and when one of them was last active.',
  query: listQuery(companySorts),
  reply: listReply(Company),
});
