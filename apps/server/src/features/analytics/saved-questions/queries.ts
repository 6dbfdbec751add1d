import { mostSavedQuestions, type SavedQuestion } from '@waggle/contracts/saved-questions';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type Asked = Omit<SavedQuestion, 'id'>;

const columns = sql`id, metric, period, breakdown, asked_client_id as "clientId"`;

/** Those of the client that is shown alone; where all are, those that were saved there. */
const shown = (ctx: Context) =>
  sql`organization_id = ${ctx.organizationId}::uuid and client_id is not distinct from ${activeClient(ctx)}::uuid`;

export async function findQuestions(ctx: Context): Promise<SavedQuestion[]> {
  const { rows } = await sql<SavedQuestion>`
    select ${columns} from saved_questions where ${shown(ctx)} order by created_at, id limit ${mostSavedQuestions}`.execute(
    ctx.db,
  );
  return rows;
}

/** Undefined where it is saved already or there is no room. */
export async function insertQuestion(ctx: Context, asked: Asked): Promise<SavedQuestion | undefined> {
  const { rows } = await sql<SavedQuestion>`
    insert into saved_questions (organization_id, client_id, metric, period, breakdown, asked_client_id)
    select ${ctx.organizationId}::uuid, ${activeClient(ctx)}::uuid, ${asked.metric}, ${asked.period}, ${asked.breakdown}, ${asked.clientId}::uuid
    where (select count(*) from saved_questions where ${shown(ctx)}) < ${mostSavedQuestions}
    on conflict do nothing returning ${columns}`.execute(ctx.db);
  return rows[0];
}

/** Where all clients are shown also that of a client. */
export async function deleteQuestion(ctx: Context, id: string): Promise<boolean> {
  const clientId = activeClient(ctx);
  const { rows } = await sql`
    delete from saved_questions where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid) returning id`.execute(ctx.db);
  return rows.length > 0;
}
