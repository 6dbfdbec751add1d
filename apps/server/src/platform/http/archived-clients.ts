import type { Endpoint, Entity } from '@waggle/contracts/endpoint';
import { holdsInArchive } from '@waggle/contracts/rights';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditSubjects } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { prepared } from '../database/scoped-query.ts';
import { Problem } from '../problem.ts';

export const clientArchived = () =>
  new Problem('client_archived', 'This client is archived. Bring it back in Settings to make changes.');

/** A call that changes nothing of an archived client, whatever client is shown. Undefined for calls that may. */
export const isClosedInArchive = ({ needs, method }: Endpoint): boolean =>
  method !== 'GET' && needs !== 'public' && needs !== 'signed-in' && !holdsInArchive(needs);

type Part = 'params' | 'query' | 'body';
type NamedId = { part: Part; key: string; entity: Entity };

/**
 * Ids in the address and those a body names at its first level: what a call changes. Deeper ones are references, such as the tags
 * of an audience, and an organization's own campaign stays editable when a client it once wrote to is archived.
 */
export const namedIds = (endpoint: Endpoint): NamedId[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(endpoint[part]?.shape ?? {}).flatMap(([key, schema]) => {
      const entity = entityOf(schema as z.ZodType);
      return entity === undefined || entity === 'member' ? [] : [{ part, key, entity }];
    }),
  );

/** Also of one that may be left out, and of each of a list. */
function entityOf(schema: z.ZodType): Entity | undefined {
  const marked = schema.meta()?.['idOf'] as Entity | undefined;
  const { innerType, element } = schema.def as { innerType?: z.ZodType; element?: z.ZodType };
  const inner = innerType ?? element;
  return marked ?? (inner && entityOf(inner));
}

type Guard = (ctx: Context, input: Record<string, unknown>) => Promise<void>;

/** Undefined where a call names nothing that a client could own. */
export function archivedClientGuard(subjects: AuditSubjects, endpoint: Endpoint): Guard | undefined {
  const named = isClosedInArchive(endpoint) ? namedIds(endpoint) : [];
  if (named.length === 0) return undefined;
  return async (ctx, input) => {
    const given = named.flatMap(({ part, key, entity }) => {
      const value = (input[part] as Record<string, unknown> | undefined)?.[key];
      return value === undefined || value === null ? [] : [{ entity, ids: [value].flat() as string[] }];
    });
    if (given.length === 0) return;
    const archived = await findArchived(ctx);
    if (archived.size === 0) return;
    for (const { entity, ids } of given)
      for (const clientId of await clientsOf(subjects, ctx, entity, ids))
        if (clientId !== null && archived.has(clientId)) throw clientArchived();
  };
}

async function findArchived(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('clients')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('is_active', '=', false)
    .modifyEnd(prepared)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Parts of something bigger have none: the bigger thing is named beside them. */
const subjectOf = (subjects: Partial<AuditSubjects>, ctx: Context, entity: Entity, id: string) =>
  subjects[entity]?.(ctx, id);

/** Of which a call names up to thousands, so that one statement asks for all. */
const listed = { contact: 'contacts', 'qr-code': 'qr_codes' } as const;

async function clientsOf(
  subjects: AuditSubjects,
  ctx: Context,
  entity: Entity,
  ids: readonly string[],
): Promise<(string | null)[]> {
  if (ids.length === 1 || !(entity in listed))
    return Promise.all(ids.map(async (id) => (await subjectOf(subjects, ctx, entity, id))?.clientId ?? null));
  const rows = await ctx.db
    .selectFrom(listed[entity as keyof typeof listed])
    .select('client_id')
    .distinct()
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ client_id: clientId }) => clientId);
}
