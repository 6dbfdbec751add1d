import { type RawBuilder, sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Span = { from: number; to: number };

/**
 * Submissions that a scan in the span led to and that made nobody a contact, as `id` and `at`, the time of the scan. Those of a contact who was
 * deleted since keep its id and are not among them.
 */
export function scannedStrangers(ctx: Context, { from, to }: Span, qrCodeId: string | undefined): RawBuilder<unknown> {
  const clientId = activeClient(ctx);
  return sql`
    select id, touch_at as at from form_submissions
    where organization_id = ${ctx.organizationId}::uuid and touch_kind = 'scan' and contact_id is null
      and touch_at >= ${instant(from)}::timestamptz and touch_at < ${instant(to)}::timestamptz
      and ${qrCodeId === undefined ? sql`true` : sql`touch_subject_id = ${qrCodeId}::uuid`}
      and exists (select from forms where forms.organization_id = form_submissions.organization_id and forms.id = form_id)
      and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}`;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
