import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { AutomationStatus } from '@waggle/contracts/automations';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('automations')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

/** Rows of one automation, in any table that names it. */
export const ofAutomation = (ctx: Context, automationId: string) => sql`
  organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid`;

const whole = [
  ...([
    'id',
    'client_id',
    'name',
    'status',
    'hold_reason',
    'live_version',
    'has_changes',
    'paused_at',
    'resuming',
    'is_sequence',
  ] as const),
  ...(['draft', 'draft_no', 'draft_changed_at', 'draft_changed_by', 'created_at', 'updated_at'] as const),
] as const;

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  status?: AutomationStatus | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
};

export async function findAutomations(ctx: Context, question: Question) {
  const { search, status } = question;
  const matching = inSight(ctx)
    // What is behind a sequence is read where the campaign is.
    .where('is_sequence', '=', false)
    .$if(search !== undefined, (query) => query.where('name', 'ilike', containing(search ?? '')))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''));
  return pageWithTotal(matching, matching.select(whole), question, byNameOrAge(question.sort));
}

export const findAutomation = (ctx: Context, automationId: string) =>
  inSight(ctx).select(whole).where('id', '=', automationId).executeTakeFirst();
export type AutomationRow = NonNullable<Awaited<ReturnType<typeof findAutomation>>>;

/** Held, so that whoever changes it at the same moment comes after. */
export const lockAutomation = (ctx: Context, automationId: string) =>
  inSight(ctx).select(whole).where('id', '=', automationId).forUpdate().executeTakeFirst();

/** Of the whole organization, whichever client is looked at. After a write of automations in this transaction the row is held until it ends. */
export async function countAutomations(ctx: Context): Promise<{ automations: number; live: number }> {
  const counted = await ctx.db
    .selectFrom('automation_totals')
    .select(['automations', 'live'])
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirst();
  return counted ?? { automations: 0, live: 0 };
}

/** Of the whole organization, whichever client is looked at. */
export async function findOldestLive(ctx: Context, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from public.automations_within_plan(${most}::int) as id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

type New = { name: string; client_id: string | null; draft: AutomationDocument };
const byWhom = (ctx: Context) => (ctx.actor.kind === 'user' ? ctx.actor.userId : null);

export const insertAutomation = (ctx: Context, { draft, ...automation }: New) =>
  ctx.db
    .insertInto('automations')
    .values({
      organization_id: ctx.organizationId,
      ...automation,
      draft: JSON.stringify(draft),
      draft_changed_by: byWhom(ctx),
      created_by: byWhom(ctx),
    })
    .returning(whole)
    .executeTakeFirstOrThrow();

type Draft = { name?: string | undefined; document: AutomationDocument; hasChanges: boolean };

export const updateDraft = (ctx: Context, automationId: string, { name, document, hasChanges }: Draft) =>
  ctx.db
    .updateTable('automations')
    .set({
      ...(name === undefined ? {} : { name }),
      draft: JSON.stringify(document),
      has_changes: hasChanges,
      draft_no: sql<number>`draft_no + 1`,
      draft_changed_at: sql<Date>`now()`,
      draft_changed_by: byWhom(ctx),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .returning(whole)
    .executeTakeFirstOrThrow();

type Change = {
  status?: AutomationStatus;
  live_version?: number;
  has_changes?: boolean;
  hold_reason?: null;
  paused_at?: Date | null;
};

export const updateAutomation = (ctx: Context, automationId: string, change: Change) =>
  ctx.db
    .updateTable('automations')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .returning(whole)
    .executeTakeFirstOrThrow();

export const deleteAutomation = (ctx: Context, automationId: string) =>
  ctx.db
    .deleteFrom('automations')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .execute();
