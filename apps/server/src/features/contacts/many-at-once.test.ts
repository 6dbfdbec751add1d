import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import type { Context } from '#platform/context.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { firstActivities } from './activity/first-activity.sql.ts';
import { setFields } from './fields/set-fields.ts';
import { matchRules } from './segments/match-rules.sql.ts';
import { giveTags, takeTags } from './tagging.ts';

let db: TestDatabase;
let database: Database;
let ctx: Context;
beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 2, DATABASE_STATEMENT_TIMEOUT_MS: 10_000 });
  const organizationId = randomUUID();
  await db.owner.query(`insert into organizations (id, name) values ($1, 'One')`, [organizationId]);
  await db.owner.query(
    `insert into contact_fields (organization_id, key, label, type, position) values ($1, 'score', 'Score', 'number', 1), ($1, 'city', 'City', 'text', 2)`,
    [organizationId],
  );
  ctx = {
    db: database.tenant({ organizationId }),
    organizationId,
    actor: { kind: 'job', name: 'test' },
    now: () => new Date(),
  };
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

const cause = { automationId: randomUUID(), depth: 1 };
async function person(attributes: object = {}): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into contacts (organization_id, email, attributes) values ($1, $2, $3) returning id`,
    [ctx.organizationId, `${randomUUID()}@example.com`, JSON.stringify(attributes)],
  );
  return rows[0]!.id;
}
const linesOf = async (contactId: string) =>
  (
    await db.owner.query<{ type: string; data: object | null }>(
      'select type, data from contact_activity where contact_id = $1 order by happened_at, type',
      [contactId],
    )
  ).rows;

test('fields of many are set at once; what does not fit is left out, and who has it already is not changed', async () => {
  const [one, same, wrong] = [await person({ city: 'Rome' }), await person({ score: 7 }), await person()];

  await setFields(
    ctx,
    [
      { contactId: one, field: 'score', value: '7' },
      { contactId: one, field: 'city', value: '' },
      { contactId: same, field: 'score', value: '7' },
      { contactId: wrong, field: 'score', value: 'many' },
      { contactId: wrong, field: 'unknown', value: '1' },
    ],
    cause,
  );

  const { rows } = await db.owner.query<{ id: string; attributes: object }>('select id, attributes from contacts');
  const attributes = new Map(rows.map((row) => [row.id, row.attributes]));
  expect([one, same, wrong].map((id) => attributes.get(id))).toEqual([{ score: 7 }, { score: 7 }, {}]);
  expect(await linesOf(one)).toEqual([{ type: 'contact.updated', data: { changed: ['attributes'], ...cause } }]);
  expect([await linesOf(same), await linesOf(wrong)]).toEqual([[], []]);
});

test('tags are given and taken with a line that names the cause, and only where that changes something', async () => {
  const [has, none] = [await person(), await person()];
  const tagId = randomUUID();
  await db.owner.query(`insert into tags (organization_id, id, name) values ($1, $2, 'Reads')`, [
    ctx.organizationId,
    tagId,
  ]);
  const tagging = (id: string) => ({ contact: { id, client_id: null }, tagIds: [tagId] });

  await giveTags(ctx, [tagging(has)], cause);
  await giveTags(ctx, [tagging(has)], cause);
  await takeTags(ctx, [tagging(has), tagging(none)], cause);

  expect(await linesOf(has)).toEqual([
    { type: 'tag.added', data: cause },
    { type: 'tag.removed', data: cause },
  ]);
  expect(await linesOf(none)).toEqual([]);
});

test('the first line after a moment is found for each, and never the one at that moment', async () => {
  const [buyer, other] = [await person(), await person()];
  const at = new Date('2026-06-01T10:00:00.123Z');
  const product = randomUUID();
  await db.owner.query(
    `insert into contact_activity (organization_id, contact_id, type, ref_id, happened_at) select $1, $2, 'purchase.made', $3, at
     from unnest(array['2026-06-01 10:00:00.123456Z', '2026-06-01 11:00Z', '2026-06-01 12:00Z']::timestamptz[]) at`,
    [ctx.organizationId, buyer, product],
  );
  const people = [buyer, other].map((contactId) => ({ id: contactId, contactId, since: at }));

  expect(await firstActivities(ctx, { type: 'purchase.made', refIds: null }, people)).toEqual(
    new Map([[buyer, new Date('2026-06-01T11:00:00Z')]]),
  );
  expect(await firstActivities(ctx, { type: 'purchase.made', refIds: [randomUUID()] }, people)).toEqual(new Map());
  expect(await firstActivities(ctx, { type: 'qr.scanned', refIds: null }, people)).toEqual(new Map());
});

test('each of some contacts is held against each of some rules', async () => {
  const [high, low] = [await person({ score: 9 }), await person({ score: 1 })];
  const above = { kind: 'custom' as const, key: 'score', op: 'greaterThan' as const, value: '5' };

  const answers = await matchRules(
    ctx,
    [
      { match: 'all', rules: [above] },
      { match: 'none', rules: [above] },
    ],
    [high, low, randomUUID()],
  );

  expect(answers).toEqual(
    new Map([
      [high, [true, false]],
      [low, [false, true]],
    ]),
  );
});
