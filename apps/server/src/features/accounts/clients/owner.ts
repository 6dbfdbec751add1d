import type { Owner } from '@waggle/contracts/clients';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { requireClient } from './clients.ts';

/** The client named in a question, archived or not; null is the organization itself, undefined everybody in sight. */
export async function ownerNamed(ctx: Context, named: Owner | undefined): Promise<string | null | undefined> {
  if (named === undefined) return undefined;
  return named === 'organization' ? null : (await requireClient(ctx, named)).id;
}

/** Rows of that owner, in words an index is found by. */
export function ownedBy(owner: string | null | undefined) {
  if (owner === undefined) return sql<boolean>`true`;
  return owner === null ? sql<boolean>`client_id is null` : sql<boolean>`client_id = ${owner}::uuid`;
}
