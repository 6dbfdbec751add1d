import pg from 'pg';
import type { Manifest } from './manifest.ts';

export type Login = { isSuper: boolean; readsAll: boolean; copiesAll: boolean };

export async function findLogin(client: pg.Client): Promise<Login> {
  const { rows } = await client.query<Login>(
    `select rolsuper as "isSuper", rolsuper or rolbypassrls as "readsAll", rolsuper or rolreplication as "copiesAll"
     from pg_roles where rolname = current_user`,
  );
  return rows[0]!;
}

export async function findServerMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`);
  return Math.floor(Number(rows[0]!.number) / 10_000);
}

export type About = Pick<Manifest, 'takenAt' | 'serverMajor' | 'installation' | 'roles'>;

/** Fails on a database without Waggle in it. */
export async function describeDatabase(client: pg.Client): Promise<About> {
  const { rows } = await client.query<{ id: string; epoch: number; at: Date }>(
    'select id, epoch, now() as at from public.installation',
  );
  const { id, epoch, at } = rows[0]!;
  const { rows: roles } = await client.query<Manifest['roles'][number]>(
    `select rolname as name, rolcanlogin as login, rolinherit as inherit, rolcreaterole as "createsRoles",
       rolbypassrls as "readsAll", rolreplication as "copiesAll", array(
       select json_build_object('name', upper.rolname, 'isAdmin', bool_or(m.admin_option))
       from pg_auth_members m join pg_roles upper on upper.oid = m.roleid where m.member = r.oid group by upper.rolname
     ) as "memberOf" from pg_roles r
     where rolname like 'waggle%' or oid = (select relowner from pg_class where oid = 'public.installation'::regclass) order by 1`,
  );
  return { takenAt: at.toISOString(), serverMajor: await findServerMajor(client), installation: { id, epoch }, roles };
}

export async function countTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema$)'`,
  );
  return rows[0]!.tables;
}

type Role = Manifest['roles'][number];

/** Without a password, and never a superuser. */
export async function makeRole(client: pg.Client, role: Role): Promise<void> {
  const { name, login, inherit, createsRoles, readsAll, copiesAll } = role;
  const { rows } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rows.length > 0) return;
  const attributes = [login ? 'login' : 'nologin', inherit ? 'inherit' : 'noinherit'];
  if (createsRoles) attributes.push('createrole');
  // Who takes the backups; without it every further one is refused.
  if (readsAll) attributes.push('bypassrls');
  if (copiesAll) attributes.push('replication');
  await client.query(`create role ${pg.escapeIdentifier(name)} ${attributes.join(' ')}`);
}

export async function joinRoles(client: pg.Client, { name, memberOf }: Role): Promise<void> {
  for (const { name: upper, isAdmin } of memberOf)
    await client.query(
      `grant ${pg.escapeIdentifier(upper)} to ${pg.escapeIdentifier(name)} ${isAdmin ? 'with admin option' : ''}`,
    );
}

/**
 * What a dump leaves out and its owner needs: a schema of PostgreSQL 15 and later is created in by the owner of the database alone, and some
 * functions of migrations set a parameter, which is a right of the whole server.
 */
export async function giveToOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; database: string }>(
    `select pg_get_userbyid(relowner) as owner, current_database() as database from pg_class where oid = 'public.installation'::regclass`,
  );
  const { owner, database } = rows[0]!;
  await client.query(`alter database ${pg.escapeIdentifier(database)} owner to ${pg.escapeIdentifier(owner)}`);
  await client.query(`grant set on parameter app.client_id to ${pg.escapeIdentifier(owner)}`);
}

export const holdRestored = (client: pg.Client, takenAt: string) =>
  client.query(
    `update public.installation set held_since = now(), held_reason = 'restored', restored_to = $1 where held_since is null`,
    [takenAt],
  );
