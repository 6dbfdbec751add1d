import type { AuditEntity, Endpoint } from '@waggle/contracts/endpoint';
import { z } from 'zod';

export type AuditPerson = {
  organizationId: string;
  /** Of a guest that of the link. */
  userId: string;
  clientId: string | null;
};
export type Input = { params?: unknown; query?: unknown; body?: unknown };
type Part = 'params' | 'body';
export type IdKey = readonly [part: Part, key: string];

/** Where a call names the thing it is about: the id in the path or in the body that the contract marks as one of it. */
export function idKeyOf(endpoint: Endpoint, entity: AuditEntity): IdKey | undefined {
  for (const part of ['params', 'body'] as const)
    for (const [key, schema] of Object.entries(endpoint[part]?.shape ?? {}))
      if ((schema as z.ZodType).meta()?.['idOf'] === entity) return [part, key];
  return undefined;
}

const Uuid = z.uuid();

/** Checked once more, since a refused call was not parsed. */
export function idIn(key: IdKey | undefined, input: Input): string | null {
  if (!key) return null;
  const found = Uuid.safeParse((input[key[0]] as Record<string, unknown> | undefined)?.[key[1]]);
  return found.success ? found.data : null;
}

const Made = z.object({ id: z.uuid() });

export const madeIn = (result: unknown): string | null => Made.safeParse(result).data?.id ?? null;

const Somebody = z.object({ id: z.uuid(), organizationId: z.uuid(), clientId: z.uuid().nullable() });
const SignedIn = z.union([Somebody, z.object({ user: Somebody }).transform(({ user }) => user)]);

/** Who a sign-in call has signed in. */
export function personIn(result: unknown): AuditPerson | null {
  const found = SignedIn.safeParse(result).data;
  return found ? { organizationId: found.organizationId, userId: found.id, clientId: found.clientId } : null;
}

export function affectedIn({ affected }: { affected?: string }, result: unknown): number | null {
  const count = affected === undefined ? null : (result as Record<string, unknown> | undefined)?.[affected];
  return typeof count === 'number' ? count : null;
}

/** Names of what a change sent, or of the columns of an export. What people do to their own account is in its name. */
export function fieldsIn({ method, audit }: Endpoint, { body, query }: Input): string[] {
  if (audit && 'entity' in audit && audit.entity === 'account') return [];
  if (method === 'GET') return z.object({ fields: z.array(z.string()) }).safeParse(query).data?.fields ?? [];
  return method === 'POST' || method === 'DELETE' ? [] : Object.keys(body ?? {});
}
