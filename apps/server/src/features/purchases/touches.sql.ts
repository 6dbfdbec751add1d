import type { TouchKind } from '@waggle/contracts/purchases';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';

export type ContactTouch = {
  /** Of the scan, the submission or the click: told twice, it is one. */
  id: string;
  contactId: string;
  kind: TouchKind;
  /** The code, the form or the campaign. */
  subjectId: string;
  /** Milliseconds since 1970. */
  at: number;
};

/**
 * What known people did. Of those who are gone nothing is kept, and whoever was merged is who they are now. Purchases of the seven days
 * after are attributed anew by the database, in the same transaction.
 */
export async function recordTouches(ctx: Context, touches: readonly ContactTouch[]): Promise<void> {
  if (touches.length === 0) return;
  await sql`
    insert into contact_touches (organization_id, contact_id, happened_at, id, client_id, kind, subject_id)
    select person.organization_id, person.id, given.happened_at, given.id, person.client_id, given.kind, given.subject_id from unnest(
      ${touches.map(({ contactId }) => contactId)}::uuid[], ${touches.map(({ at }) => instant(at))}::timestamptz[],
      ${touches.map(({ id }) => id)}::uuid[], ${touches.map(({ kind }) => kind)}::text[], ${touches.map(({ subjectId }) => subjectId)}::uuid[]
    ) given (contact_id, happened_at, id, kind, subject_id)
    ${heirs(ctx)}
    join contacts person on person.organization_id = ${ctx.organizationId}::uuid and person.id = coalesce(heir.contact_id, given.contact_id)
    on conflict do nothing ${prepared}`.execute(ctx.db);
}

/** What turned out to be a program's led nobody to a purchase. */
export async function removeTouches(
  ctx: Context,
  touches: readonly Pick<ContactTouch, 'id' | 'contactId' | 'at'>[],
): Promise<void> {
  if (touches.length === 0) return;
  await sql`
    delete from contact_touches touch using (
      select coalesce(heir.contact_id, given.contact_id) as contact_id, happened_at, given.id from unnest(
      ${touches.map(({ contactId }) => contactId)}::uuid[], ${touches.map(({ at }) => instant(at))}::timestamptz[],
      ${touches.map(({ id }) => id)}::uuid[]
      ) given (contact_id, happened_at, id) ${heirs(ctx)}
    ) given
    where touch.organization_id = ${ctx.organizationId} and touch.contact_id = given.contact_id
      and touch.happened_at = given.happened_at and touch.id = given.id ${prepared}`.execute(ctx.db);
}

const heirs = (ctx: Context) => sql`left join contact_merges heir
      on heir.organization_id = ${ctx.organizationId}::uuid and heir.merged_id = given.contact_id`;

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
