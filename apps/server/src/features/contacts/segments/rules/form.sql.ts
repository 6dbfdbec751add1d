import type { Condition } from '@waggle/contracts/contact-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { andOf } from './among.sql.ts';
import { daysAgo } from './days-ago.ts';
import type { Compiler } from './compiler.ts';

type FormCondition = Extract<Condition, { kind: 'form' }>;

/** The form a condition names, or every one; none where it is deleted or of another client. */
const formsOf = (ctx: Context, { formId }: FormCondition): RawBuilder<unknown> =>
  sql`select forms.id from forms where forms.organization_id = ${ctx.organizationId}
    ${formId === null ? sql`` : sql`and forms.id = ${formId}::uuid`}`;

/** Rows of `form_submissions` a condition speaks of. Every form is an array, so that the index is entered once for each of them. */
const spokenOf = (ctx: Context, condition: FormCondition): RawBuilder<unknown> => {
  const { formId, days } = condition;
  const forms = formsOf(ctx, condition);
  return sql`form_submissions.organization_id = ${ctx.organizationId}
    and ${formId === null ? sql`form_id = any(array(${forms}))` : sql`form_id = ${formId}::uuid and exists (${forms})`}
    ${days === undefined ? sql`` : sql`and submitted_at >= ${daysAgo(ctx, days)}::timestamptz`}`;
};

/**
 * By what was submitted and not by the timeline, which keeps its lines when a submission or a form is deleted. Whoever submitted is
 * found first, behind a fence, for the reason given at activities. Who did not submit a form that is gone is nobody: everybody else
 * would get a campaign that was meant for few.
 */
export function compileForm({ ctx, among }: Compiler, condition: FormCondition): RawBuilder<boolean> {
  const has = sql<boolean>`exists (select from (
    with submitters as materialized (
      select distinct contact_id from form_submissions where ${spokenOf(ctx, condition)} and contact_id is not null ${andOf(among)})
    select contact_id from submitters) submitted where contact_id = id)`;
  if (condition.op === 'submitted') return has;
  if (condition.formId === null) return sql<boolean>`(not ${has})`;
  return sql<boolean>`(exists (${formsOf(ctx, condition)}) and not ${has})`;
}

/** When a contact last submitted it, and what the form is called. */
export const foundOfForm = (ctx: Context, condition: FormCondition): RawBuilder<string | null> =>
  sql`(select (to_json(submitted_at at time zone 'UTC') #>> '{}') || 'Z ' || forms.name from form_submissions
    join forms on forms.organization_id = form_submissions.organization_id and forms.id = form_id
    where contact_id = contacts.id and ${spokenOf(ctx, condition)}
    order by submitted_at desc, form_submissions.id limit 1)`;
