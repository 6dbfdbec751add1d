import { z } from 'zod';
import { endpoint, FileReply, idOf } from './endpoint.ts';
import type { AllOf, Feature } from './feature.ts';
import { features } from './features.ts';
import { day, Instant, line } from './fields.ts';
import { listQuery, listReply } from './listing.ts';

type GroupsOf<F> = F extends { auditGroups: infer Groups } ? Groups : never;
type Groups = AllOf<GroupsOf<(typeof features)[number]>> & { exports: readonly string[] };
export type AuditGroup = keyof Groups;

const list: readonly Feature[] = features;
/** What actions are shown together, by the beginnings of their names; `exports` is what takes personal data out. */
export const auditGroups = Object.assign({}, ...list.map((feature) => feature.auditGroups), {
  exports: list.flatMap(({ auditedExports = [] }) => auditedExports),
}) as Readonly<Record<AuditGroup, readonly string[]>>;

export const auditOutcomes = ['succeeded', 'refused', 'failed'] as const;

export const AuditEntry = z.object({
  id: z.uuid(),
  happenedAt: Instant,
  actor: z.object({
    /** visitor: nobody who proved who they are. system: the person is who asked for it earlier. */
    kind: z.enum(['user', 'visitor', 'operator', 'system']),
    id: z.uuid().nullable(),
    /** As they were then. */
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  action: z.string(),
  entity: z.object({
    type: z.string(),
    id: z.uuid().nullable(),
    /** As it was called then. A contact has its present name, and none once it is gone. */
    label: z.string().nullable(),
  }),
  outcome: z.enum(auditOutcomes),
  /** Code of the problem, where it did not succeed. */
  reason: z.string().nullable(),
  /** How many were touched by one action on many. */
  affected: z.number().int().nullable(),
  /** Values only of fields that are harmless to keep. */
  changes: z.array(z.object({ field: z.string(), from: z.json().optional(), to: z.json().optional() })),
  ipAddress: z.string().nullable(),
  /** Browser and system, such as 'Chrome, Linux'. */
  device: z.string().nullable(),
  clientId: z.uuid().nullable(),
  clientName: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** Who did it, or whose account it was done to. */
  personId: idOf('member').optional(),
  group: z.enum(Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Days in the time zone of the organization, both included. */
  from: day('Choose a date').optional(),
  to: day('Choose a date').optional(),
};

export const listAuditLog = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/api/audit-log',
  needs: 'audit:read',
  summary: 'Who did what, of the last 13 months, newest first. A search finds names of people and things.',
  query: listQuery(['-happenedAt', 'happenedAt']).extend(filters),
  reply: listReply(AuditEntry),
});

export const listAuditPeople = endpoint({
  name: 'audit.people',
  method: 'GET',
  path: '/api/audit-log/people',
  needs: 'audit:read',
  summary: 'Everybody the log knows, removed people included; at most 500.',
  reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })) }),
});

export const exportAuditLog = endpoint({
  name: 'audit.export',
  method: 'GET',
  path: '/api/audit-log/export',
  needs: 'audit:read',
  audit: { entity: 'organization', after: true },
  summary: 'The same rows as CSV, newest first.',
  query: z.strictObject({ search: line(200).optional(), ...filters }),
  reply: FileReply,
});
