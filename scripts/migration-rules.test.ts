import { expect, test } from 'vitest';
import { complaintsAbout } from './migration-rules.ts';

const table = { name: '0013-ledger.sql', sql: 'create table ledger (id uuid, day date) partition by range (day);' };
const about = (sql: string, name = '0029-more.sql') => complaintsAbout([table, { name, sql }]);

test.each([
  'create index ledger_id on ledger (id);',
  'create unique index ledger_id on ledger (id, day);',
  'CREATE INDEX IF NOT EXISTS ledger_id\n  ON ledger USING gin (id);',
  'alter table ledger add constraint ledger_id unique (id, day);',
  'alter table ledger add column note text, add primary key (id, day);',
])('S8: an index of a large partitioned table in a transaction is refused: %s', (sql) => {
  expect(about(sql)).toMatchObject([expect.stringContaining('0029-more.sql')]);
});

test.each([
  'create index other_id on other (id);',
  "comment on table ledger is 'create index x on ledger (id);';",
  '-- create index x on ledger (id);\nselect 1;',
  'create table news (day date) partition by range (day); create index news_day on news (day);',
  '-- no transaction\ncreate index concurrently ledger_id on ledger (id);',
  '-- no transaction\ndrop index concurrently if exists old;\nalter table ledger validate constraint positive;',
])('S8: what locks nobody for long is taken: %s', (sql) => {
  expect(about(sql)).toEqual([]);
});

test.each([
  '-- no transaction\nalter table other add column note text;',
  '-- no transaction\ncreate index concurrently if not exists other_id on other (id);',
  '-- no transaction\ndrop index concurrently other_id;',
  '-- no transaction\nupdate other set n = n + 1;',
])('F38: what cannot be repeated after a kill is refused outside a transaction: %s', (sql) => {
  expect(about(sql)).toHaveLength(1);
});

test('S8: what came before the rule is excused', () => {
  expect(about('create index ledger_id on ledger (id);', '0016-before.sql')).toEqual([]);
});
