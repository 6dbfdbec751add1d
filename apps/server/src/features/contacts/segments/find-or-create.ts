import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { createSegment } from './segments.ts';

type Wanted = { name: string; rules: RuleGroup; clientId: string | null };

const longestName = 80;

/** One with these rules is used again, whatever it is called by now. A name that stands for others gets a number. */
export async function findOrCreateSegment(ctx: Context, { name, rules, clientId }: Wanted): Promise<{ id: string }> {
  const { rows: known } = await sql<{ id: string }>`
    select id from segments where organization_id = ${ctx.organizationId} and client_id is not distinct from ${clientId}::uuid
      and rules = ${JSON.stringify(rules)}::jsonb order by id limit 1`.execute(ctx.db);
  return known[0] ?? createSegment(ctx, { name: await freeName(ctx, name, clientId), rules, clientId });
}

async function freeName(ctx: Context, wanted: string, clientId: string | null): Promise<string> {
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? '' : ` ${number}`;
    const name = `${Array.from(wanted)
      .slice(0, longestName - mark.length)
      .join('')}${mark}`;
    const { rows } = await sql`
      select from segments where organization_id = ${ctx.organizationId} and client_id is not distinct from ${clientId}::uuid
        and lower(name) = lower(${name}) limit 1`.execute(ctx.db);
    if (rows.length === 0) return name;
  }
}
