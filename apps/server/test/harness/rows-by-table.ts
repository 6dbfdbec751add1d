import type { Client } from 'pg';

/** Every table with an organization, and how many rows of it are there; those linked by a person, a job or nothing but the id included. */
export async function rowsByTable(owner: Pick<Client, 'query'>, organizationId: string): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped order by 1`,
  );
  const counts = new Map<string, number>();
  const count = async (name: string, condition: string) => {
    const found = await owner.query<{ rows: number }>(`select count(*)::int as rows from ${name} where ${condition}`, [
      organizationId,
    ]);
    counts.set(name, found.rows[0]!.rows);
  };
  for (const { name } of rows) await count(name, 'organization_id = $1');
  await count('organizations', 'id = $1');
  await count('pgboss.job', `data ->> 'organizationId' = $1::text`);
  for (const name of ['directory.accounts', 'directory.sessions'])
    await count(name, 'user_id in (select id from directory.users where organization_id = $1)');
  return counts;
}
