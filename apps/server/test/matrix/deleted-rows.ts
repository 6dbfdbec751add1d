import { randomUUID } from 'node:crypto';
import type { TestApi } from '../harness/test-api.ts';
import { fixtureRows, insertFixtureRows } from './feature-fixtures.ts';
import {
  addMember,
  insertCampaign,
  insertContactRows,
  insertInvitation,
  insertQrRows,
  insertSendingRows,
  openSession,
} from './tenant-fixture.ts';
import type { Ids, TenantFixture } from './tenant.ts';

const tables = {
  invitation: 'invitations',
  contact: 'contacts',
  tag: 'tags',
  'contact-field': 'contact_fields',
  batch: 'contact_batches',
  suppression: 'suppressions',
  segment: 'segments',
  import: 'imports',
  sender: 'senders',
  'sending-domain': 'sending_domains',
  campaign: 'campaigns',
  connection: 'smtp_connections',
  'qr-code': 'qr_codes',
  'qr-logo': 'stored_files',
} as const;

/** Ids of rows of client X that were there once. */
export async function deletedRows(api: TestApi, tenant: TenantFixture): Promise<Ids> {
  const { x } = tenant.clients;
  const gone = await addMember(api, tenant, 'USER', 'gone');
  const person = await insertContactRows(api, tenant, x);
  const ids = {
    ...(await insertFixtureRows(api, tenant, x)),
    client: randomUUID(),
    member: gone.id,
    invitation: await insertInvitation(api, tenant, null),
    session: (await openSession(api, tenant.people.ADMIN.id)).id,
    ...person,
    ...(await insertSendingRows(api, tenant, x)),
    ...(await insertQrRows(api, tenant, x)),
    campaign: (await insertCampaign(api, tenant, x, { person })).campaign,
  };
  const { owner } = api.db;
  await owner.query('delete from directory.users where id = $1', [ids.member]);
  await owner.query('delete from directory.sessions where id = $1', [ids.session]);
  for (const [entity, table] of Object.entries(tables) as [keyof typeof tables, string][])
    await owner.query(`delete from ${table} where id = $1`, [ids[entity]]);
  for (const { table, entity } of await fixtureRows())
    await owner.query(`delete from ${table} where id = $1`, [ids[entity]]);
  return ids;
}
