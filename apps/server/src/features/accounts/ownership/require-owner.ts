import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { person } from '../profile.ts';
import { isOwner } from './queries.ts';

/** For what an ADMIN may not do alone. */
export async function requireOwner(ctx: Context): Promise<void> {
  if (!(await isOwner(ctx, person(ctx).userId)))
    throw new Problem('owner_only', "Only the owner of the organization can do this. You'll find the owner in Team.");
}
