import { sql } from 'kysely';
import type { FindUses } from '#features/images/index.ts';

/**
 * Campaigns and emails to one contact, of every client: whoever deletes an image is told of all who would lose it, also where an
 * email that was sent has left the list.
 */
export const campaignsWithImage: FindUses = async (ctx, fileName, most) => {
  const { rows } = await sql<{ id: string; name: string; status: string; total: number }>`
    with published as materialized (
      select automation_id, step_id, name, created_at from campaign_step_contents
      where organization_id = ${ctx.organizationId}::uuid and ${shows(fileName)}
    ), written as (
      select id, name, status, created_at from campaigns
      where organization_id = ${ctx.organizationId}::uuid and (deleted_at is null or sent_at is not null) and step_month is null
        and (${shows(fileName)} or (automation_id, step_id) in (select automation_id, step_id from published))
    ), uses as (
      select * from written
      union all
      -- An email of an automation is named once: by its draft, or where that is gone by what was sent of it.
      (select distinct on (coalesce(sent.id, automation_id)) coalesce(sent.id, automation_id), published.name, 'COMPLETED', published.created_at from published
        left join lateral (
          select id from campaigns where organization_id = ${ctx.organizationId}::uuid and automation_id = published.automation_id
            and step_id = published.step_id and step_month is not null order by sent_at desc limit 1
        ) sent on true
        where not exists (
          select from campaigns draft where draft.organization_id = ${ctx.organizationId}::uuid and draft.automation_id = published.automation_id
            and draft.step_id = published.step_id and draft.step_month is null)
        order by 1, published.created_at desc)
    )
    select id, name, status, (count(*) over ())::int as total from uses order by created_at desc limit ${most}`.execute(
    ctx.db,
  );
  return {
    items: rows.map(({ id, name, status }) => ({ kind: 'campaign', id, name, status })),
    total: rows[0]?.total ?? 0,
  };
};

/** One of blocks has its HTML only once it is sent. */
const shows = (fileName: string) =>
  sql`(strpos(content ->> 'html', ${fileName}) > 0 or strpos(document::text, ${fileName}) > 0)`;
