import type pg from 'pg';

/** A hash of every row an organization has, table by table, read behind the wall. */
export async function fingerprint(owner: pg.Client, organizationId: string): Promise<Record<string, string>> {
  // By its name it is planned once: a plan of every table and partition takes longer than reading a tenant.
  const { rows } = await owner.query<{ name: string; hash: string }>({
    name: 'fingerprint',
    text: await statement(owner),
    values: [organizationId],
  });
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

const statements = new WeakMap<pg.Client, string>();

/** Tables are found in the catalogue, so those of later features are watched without a word here. */
async function statement(owner: pg.Client): Promise<string> {
  const known = statements.get(owner);
  if (known) return known;
  const { rows } = await owner.query<{ name: string; by: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, a.attname as by
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname in ('organization_id', 'user_id')
     where n.nspname in ('public', 'directory') and c.relkind in ('r', 'p') and not c.relispartition
       and not (a.attname = 'user_id' and exists (
         select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id'))`,
  );
  const people = 'select id from directory.users where organization_id = $1';
  const sources = [
    `select 'organizations' as name, t::text as line from organizations t where id = $1`,
    `select 'jobs', t.name || t.data::text from pgboss.job_common t where t.data->>'organizationId' = $1::text`,
    `select 'verifications', t::text from directory.verifications t where t.value in (select id::text from (${people}) p)`,
    ...rows.map(({ name, by }) =>
      by === 'organization_id'
        ? `select '${name}', t::text from ${name} t where organization_id = $1`
        : `select '${name}', t::text from ${name} t where user_id in (${people})`,
    ),
  ];
  const built = `select name, md5(string_agg(line, '|' order by line)) as hash from (${sources.join(' union all ')}) s group by name`;
  statements.set(owner, built);
  return built;
}
