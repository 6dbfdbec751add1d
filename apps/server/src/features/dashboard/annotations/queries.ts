import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type AnnotationRow = {
  id: string;
  on: string;
  text: string;
  client_id: string | null;
  author_id: string | null;
};

const columns = sql`id, day::text as on, text, client_id, author_id`;

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`organization_id = ${ctx.organizationId}::uuid and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`;
};

export async function findAnnotations(ctx: Context, span: { from: string; to: string }, most: number) {
  const { rows } = await sql<AnnotationRow>`
    select * from (
      select ${columns} from annotations where ${inSight(ctx)} and day between ${span.from}::date and ${span.to}::date
      order by day desc, id desc limit ${most}
    ) newest order by "on", id`.execute(ctx.db);
  return rows;
}

export async function countAnnotations(ctx: Context): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from annotations where organization_id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows[0]!.total;
}

type Typed = { on: string; text: string };

export async function insertAnnotation(
  ctx: Context,
  { on, text, authorId }: Typed & { authorId: string },
): Promise<AnnotationRow> {
  const { rows } = await sql<AnnotationRow>`
    insert into annotations (organization_id, client_id, day, text, author_id)
    values (${ctx.organizationId}::uuid, ${activeClient(ctx)}::uuid, ${on}::date, ${text}, ${authorId}::uuid)
    returning ${columns}`.execute(ctx.db);
  return rows[0]!;
}

/** Whose it is stays. */
export async function updateAnnotation(ctx: Context, id: string, { on, text }: Typed) {
  const { rows } = await sql<AnnotationRow>`
    update annotations set day = ${on}::date, text = ${text} where ${inSight(ctx)} and id = ${id}::uuid returning ${columns}`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function deleteAnnotation(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from annotations where ${inSight(ctx)} and id = ${id}::uuid returning id`.execute(ctx.db);
  return rows.length > 0;
}
