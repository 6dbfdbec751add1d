import type { AuditEntity } from '@waggle/contracts/endpoint';
import type { Context } from '../context.ts';
import { type AuditRow, type Change, insertAuditRow, type TenantContext } from './queries.ts';

/** A thing as it is at this moment: how it is called, whose client it is, and those of its values that may be kept. */
export type Subject = {
  /** Null for what is personal data of a contact: the log keeps the id, and the name is read with the log. */
  label: string | null;
  clientId: string | null;
  values: Readonly<Record<string, unknown>>;
};

export type ReadSubject = (ctx: TenantContext, id: string) => Promise<Subject | undefined>;

/** How to read each thing the log can be about; every feature adds its own. */
export type AuditSubjects = Readonly<Record<AuditEntity, ReadSubject>>;

type Entry = Pick<AuditRow, 'action' | 'actorKind' | 'entityType'> & Partial<AuditRow>;

/** Adds one row. In the caller's transaction where there is one, so that neither is there without the other. */
export const recordAudit = (ctx: TenantContext, entry: Entry): Promise<void> =>
  insertAuditRow(ctx, {
    actorId: null,
    entityId: null,
    entityLabel: null,
    clientId: null,
    outcome: 'succeeded',
    reason: null,
    affected: null,
    changes: [],
    ipAddress: null,
    userAgent: null,
    ...entry,
  });

/** A context whose rules write that the operator did it, at the command line. */
export const asOperator = (ctx: Context, read: ReadSubject, entry: Pick<Entry, 'action' | 'entityType'>): Context => ({
  ...ctx,
  audit: async (ctx, entityId, affected) => {
    const subject = entityId === undefined ? undefined : await read(ctx, entityId);
    await recordAudit(ctx, {
      ...entry,
      actorKind: 'operator',
      entityId: entityId ?? null,
      affected: affected ?? null,
      entityLabel: subject?.label ?? null,
      clientId: subject?.clientId ?? null,
      changes: changesOf(undefined, subject, []),
    });
  },
});

/** Longest value that is kept of a field, in characters. */
const mostOfValue = 200;

/**
 * What a call changed: of fields that may be kept the old and the new value, of all others that were sent their names. Of
 * something new its values; of something deleted nothing.
 */
export function changesOf(before: Subject | undefined, after: Subject | undefined, sent: readonly string[]): Change[] {
  const named = sent.filter((field) => !(field in (after?.values ?? {}))).map((field) => ({ field }));
  if (!after) return named;
  const fields = Object.entries(after.values);
  if (!before) return fields.filter(([, to]) => to !== null).map(([field, to]) => ({ field, to: short(to) }));
  return [
    ...fields
      .filter(([field, to]) => !isSame(before.values[field], to))
      .map(([field, to]) => ({ field, from: short(before.values[field]), to: short(to) })),
    ...named,
  ];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const short = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, mostOfValue) : (value ?? null));
