import { z } from 'zod';
import { ClientOfNew, Owner } from './clients.ts';
import { type Rule, RuleTree } from './contact-rules.ts';
import { Contact } from './contacts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

export const Segment = z.object({
  id: z.uuid(),
  name: z.string(),
  rules: RuleTree,
  clientId: z.uuid().nullable(),
  /** Its size on the last days it was counted, oldest first, at most 84. */
  trend: z.array(z.object({ on: z.iso.date(), members: z.number().int() })),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Segment = z.infer<typeof Segment>;

const name = line(80, 'Segment name is required').min(1, 'Segment name is required');
const segmentPath = z.strictObject({ segmentId: idOf('segment') });

export const listSegments = endpoint({
  name: 'segments.list',
  method: 'GET',
  path: '/api/segments',
  needs: 'contacts:read',
  summary: 'Saved segments. Who is in one is found when it is asked for.',
  query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend({ owner: Owner.optional() }),
  reply: listReply(Segment),
});

export const createSegment = endpoint({
  name: 'segments.create',
  method: 'POST',
  path: '/api/segments',
  needs: 'contacts:write',
  audit: { entity: 'segment' },
  summary: 'Saves rules under a name.',
  status: 201,
  body: z.strictObject({ name, rules: RuleTree, clientId: ClientOfNew }),
  reply: Segment,
});

export const readSegment = endpoint({
  name: 'segments.read',
  method: 'GET',
  path: '/api/segments/:segmentId',
  needs: 'contacts:read',
  summary: 'One segment with its rules.',
  params: segmentPath,
  reply: Segment,
});

export const updateSegment = endpoint({
  name: 'segments.update',
  method: 'PUT',
  path: '/api/segments/:segmentId',
  needs: 'contacts:write',
  audit: { entity: 'segment' },
  summary: 'Renames a segment or changes its rules.',
  params: segmentPath,
  body: z.strictObject({ name: name.optional(), rules: RuleTree.optional() }),
  reply: Segment,
});

export const deleteSegment = endpoint({
  name: 'segments.delete',
  method: 'DELETE',
  path: '/api/segments/:segmentId',
  needs: 'contacts:write',
  audit: { entity: 'segment' },
  summary: 'Deletes a segment. Its contacts stay.',
  status: 204,
  params: segmentPath,
  reply: NoReply,
});

export const countSegment = endpoint({
  name: 'segments.count',
  method: 'GET',
  path: '/api/segments/:segmentId/count',
  needs: 'contacts:read',
  summary:
    'How many contacts are in a segment. An answer of the last five minutes may be given again while a new one is counted; countedAt tells.',
  params: segmentPath,
  reply: z.object({ count: z.number().int(), countedAt: Instant }),
  limits: { cost: 'own-queue' },
});

export const previewSegment = endpoint({
  name: 'segments.preview',
  method: 'POST',
  path: '/api/segments/preview',
  needs: 'contacts:read',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary:
    'Who would be in a segment with these rules: how many, of how many, five examples, and what removes everybody.',
  body: z.strictObject({ rules: RuleTree }),
  reply: z.object({
    count: z.number().int(),
    of: z.number().int(),
    examples: z.array(Contact),
    /** Place of the first rule without which somebody would be left, as indexes from the root; null when people match. */
    emptiedBy: z.array(z.number().int()).nullable(),
  }),
  limits: { cost: 'long-question' },
});

/** A rule with its verdict for one contact. */
export type Verdict = {
  holds: boolean;
  rule: Exclude<Rule, { rules: unknown }> | null;
  match: 'all' | 'any' | 'none' | null;
  /** What the contact has, in words, where a condition looks at one thing. Of a form: when it was last submitted, a space, and its name. */
  found: string | null;
  parts: Verdict[];
};

export const explainMember = endpoint({
  name: 'segments.why',
  method: 'GET',
  path: '/api/segments/:segmentId/why/:contactId',
  needs: 'contacts:read',
  summary: 'Why a contact is in a segment, or why not: every rule with its verdict.',
  params: segmentPath.extend({ contactId: idOf('contact') }),
  reply: z.object({ member: z.boolean(), verdict: z.custom<Verdict>() }),
});
