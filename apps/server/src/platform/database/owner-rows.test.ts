import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const file = new URL('../../../db/migrations/0151-filled-for-every-owner.sql', import.meta.url);
/** Roles are those of the whole server, which other files use too. */
const owner = `owner_${randomUUID().slice(0, 8)}`;
const walled = ['organizations', 'members', 'invitations', 'brands', 'automations'];

/** As an owner that is no superuser left them who migrated past 0088, 0096, 0098 and 0145: the columns are there, and nothing in them. */
async function unfilled(): Promise<{ organizationId: string; clientId: string }> {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into organizations (name, type, subscription_tier) values ('House', 'AGENCY', 'plus') returning id`,
  );
  const organizationId = rows[0]!.id;
  const client = await db.owner.query<{ id: string }>(
    `insert into clients (organization_id, name) values ($1, 'Maple') returning id`,
    [organizationId],
  );
  const clientId = client.rows[0]!.id;
  for (const [name, role, limit] of [
    ['first', 'ADMIN', null],
    ['second', 'ADMIN', null],
    ['limited', 'USER', clientId],
  ]) {
    const user = await db.owner.query<{ id: string }>(
      `insert into directory.users (organization_id, name, email) values ($1, $2, $2 || '@house.example') returning id`,
      [organizationId, name],
    );
    await db.owner.query(`insert into members (organization_id, user_id, role, client_id) values ($1, $2, $3, $4)`, [
      organizationId,
      user.rows[0]!.id,
      role,
      limit,
    ]);
  }
  await db.owner.query(
    `insert into automations (organization_id, name, status, draft, live_version, hold_reason) values ($1, 'Welcome', 'live', '{}', 1, 'storm')`,
    [organizationId],
  );
  await db.owner.query(`
    set session_replication_role = replica;
    update members set client_ids = '{}', is_owner = false;
    update brands set tier = null;
    update automations set paused_at = null;
    set session_replication_role = default`);
  return { organizationId, clientId };
}

test('what migrations fill in is filled in for an owner that is no superuser', async () => {
  const { organizationId, clientId } = await unfilled();
  await db.owner.query(`
    create role ${owner}; grant usage, create on schema public to ${owner};
    ${walled.map((table) => `alter table ${table} owner to ${owner};`).join(' ')}`);

  await db.owner.query(`set role ${owner}`);
  await db.owner.query(readFileSync(file, 'utf8'));
  await db.owner.query('reset role');

  const { rows } = await db.owner.query(
    `select name, is_owner, client_ids from members join directory.users on users.id = members.user_id
     where members.organization_id = $1 order by members.created_at, name`,
    [organizationId],
  );
  expect(rows).toEqual([
    { name: 'first', is_owner: true, client_ids: [] },
    { name: 'second', is_owner: false, client_ids: [] },
    { name: 'limited', is_owner: false, client_ids: [clientId] },
  ]);
  const others = await db.owner.query(
    `select (select tier from brands where organization_id = $1 and client_id is null) as tier,
       (select paused_at = updated_at from automations where organization_id = $1) as "isHeldSince",
       (select count(*)::int from pg_class where relname = any($2) and relforcerowsecurity) as forced`,
    [organizationId, walled],
  );
  const forced = await db.owner.query(
    `select count(*)::int as forced from pg_class where relname = any($1) and relrowsecurity`,
    [walled],
  );
  expect(others.rows).toEqual([{ tier: 'plus', isHeldSince: true, forced: forced.rows[0].forced }]);
});
