import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Span = { from: number; to: number };

/** How many people a scan in the span led to send a form, and how many of them are contacts. Whoever sent several is one. */
export async function countScannedSubmitters(ctx: Context, { from, to }: Span, qrCodeId: string | undefined) {
  const clientId = activeClient(ctx);
  const { rows } = await sql<{ submitted: number; contacts: number }>`
    select count(distinct coalesce(contact_id, id))::int as submitted, count(distinct contact_id)::int as contacts
    from form_submissions
    where organization_id = ${ctx.organizationId}::uuid and touch_kind = 'scan'
      and touch_at >= ${instant(from)}::timestamptz and touch_at < ${instant(to)}::timestamptz
      and ${qrCodeId === undefined ? sql`true` : sql`touch_subject_id = ${qrCodeId}::uuid`}
      and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}`.execute(ctx.db);
  return rows[0]!;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
