import { describe, expect, test } from 'vitest';
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

describe('rows of a walled table', () => {
  const walled = {
    name: '0014-walls.sql',
    sql: 'create table people (id uuid); alter table people force row level security;',
  };
  const more = (sql: string, name = '0152-more.sql') => complaintsAbout([walled, { name, sql }]);

  test.each(['update people set id = null;', 'insert into people select;', 'delete from public.people;'])(
    'are changed for an owner that is no superuser too: %s',
    (sql) => {
      expect(more(sql)).toMatchObject([expect.stringContaining('no superuser')]);
      const opened = 'alter table people no force row level security;';
      const shut = 'alter table people force row level security;';
      expect(more(`${opened} ${sql} ${shut}`)).toEqual([]);
      expect(more(`${opened} ${shut} ${sql}`)).toHaveLength(1);
      expect(more(sql, '0150-before.sql')).toEqual([]);
    },
  );

  test('are not those of a function, or of a table without a wall', () => {
    expect(
      more(
        'create function f() returns void language sql as $$ update people set id = null $$; update other set n = 1;',
      ),
    ).toEqual([]);
  });
});

test('S8: what came before the rule is excused', () => {
  expect(about('create index ledger_id on ledger (id);', '0016-before.sql')).toEqual([]);
});
