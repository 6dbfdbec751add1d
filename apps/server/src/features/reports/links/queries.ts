import type { Report } from '@waggle/email/report/report';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

export type LinkRow = {
  id: string;
  client_id: string | null;
  report: Report;
  is_test: boolean;
  created_at: Date;
  expires_at: Date;
};

const columns = sql`id, client_id, report, is_test, created_at, expires_at`;

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`;
};

export async function findLinks(ctx: Context, most: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${columns} from report_links where ${inSight(ctx)} and revoked_at is null and expires_at > ${ctx.now()}
    order by created_at desc, id desc limit ${most}`.execute(ctx.db);
  return rows;
}

export async function revokeLink(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    update report_links set revoked_at = now()
    where ${inSight(ctx)} and id = ${id}::uuid and revoked_at is null and expires_at > ${ctx.now()} returning id`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

type NewLink = {
  id: string;
  clientId: string | null;
  scheduleId: string;
  tokenHash: Buffer;
  report: Report;
  isTest: boolean;
  expiresAt: Date;
};

export async function insertLink(ctx: Context, link: NewLink): Promise<void> {
  await sql`
    insert into report_links (organization_id, id, client_id, schedule_id, token_hash, report, is_test, expires_at)
    values (${ctx.organizationId}::uuid, ${link.id}::uuid, ${link.clientId}::uuid, ${link.scheduleId}::uuid, ${link.tokenHash},
      ${JSON.stringify(link.report)}::jsonb, ${link.isTest}, ${link.expiresAt})`.execute(ctx.db);
}

/** Answers how many; what the last link of an email showed is gone with it. */
export async function forgetLinks(ctx: Context): Promise<void> {
  await sql`
    delete from report_links where organization_id = ${ctx.organizationId}::uuid and expires_at <= ${ctx.now()}`.execute(
    ctx.db,
  );
}

/** Whose links have ended. */
export async function findExpired(sweep: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from report_links where expires_at <= ${now} limit ${most}`.execute(sweep);
  return rows.map((row) => row.organization_id);
}
