import type { FrozenEmail } from '@waggle/automations/program';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { ofAutomation } from '../queries.ts';

export type VersionRow = {
  version: number;
  /** As it was written then: to be parsed. */
  document: unknown;
  /** By email step. Null where nothing was frozen. */
  emails: Record<string, FrozenEmail> | null;
  publishedAt: Date;
  publishedBy: string | null;
};

const shown = sql`version, document, program -> 'emails' as emails, published_at as "publishedAt", published_by as "publishedBy"`;

/** Newest first. */
export async function findPage(
  ctx: Context,
  automationId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${shown} from automation_versions where ${ofAutomation(ctx, automationId)} and (${before ?? null}::int is null or version < ${before ?? null}::int)
    order by version desc limit ${limit}`.execute(ctx.db);
  return rows;
}

export async function findOne(ctx: Context, automationId: string, version: number): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${shown} from automation_versions where ${ofAutomation(ctx, automationId)} and version = ${version}::int`.execute(
    ctx.db,
  );
  return rows[0];
}
