import { isDeepStrictEqual } from 'node:util';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Compiler } from '../../apps/server/src/features/contacts/segments/rules/compiler.ts';
import { compileRule } from '../../apps/server/src/features/contacts/segments/rules/queries.ts';
import {
  conditionsOf,
  customKeys,
  placesIn,
  without,
} from '../../apps/server/src/features/contacts/segments/rules/tree.ts';
import { RulesInAddress, RuleTree, ruleLimits } from '../../packages/contracts/src/contact-rules.ts';
import { must, type Target } from './target.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const types = ['text', 'number', 'date', 'boolean', 'choice'];
const id = '01a1e188-24a9-7d0e-949f-b351d2975882';
const ctx = { organizationId: id, now: () => new Date(1_790_000_000_000) } as Compiler['ctx'];
const one = (condition: object): string => JSON.stringify({ match: 'all', rules: [condition] });

/** Filters as they stand in an address: JSON, a tree with bounds, and the SQL of it. */
export const rulesTarget: Target = {
  name: 'rules',
  seeds: [
    one({ kind: 'text', field: 'email', op: 'contains', value: '%_\\' }),
    one({ kind: 'tag', op: 'hasAllOf', tagIds: [id, id] }),
    one({ kind: 'date', field: 'createdAt', op: 'before', date: '2026-02-28' }),
    one({ kind: 'date', field: 'lastActivityAt', op: 'inLast', days: 30 }),
    one({ kind: 'activity', activity: 'email.opened', op: 'did', days: 30, atLeast: 2 }),
    one({ kind: 'custom', key: 'number', op: 'lessThan', value: '1.5' }),
    one({ kind: 'custom', key: 'date', op: 'is', value: '2026-01-01' }),
    one({ kind: 'consent', channel: 'sms', op: 'isNoneOf', values: ['granted'] }),
    one({ kind: 'client', op: 'isAnyOf', clientIds: [id] }),
    one({ kind: 'import', importId: id }),
    one({ kind: 'campaign', op: 'didNotOpen', campaignId: id }),
    one({ kind: 'campaign', op: 'clicked', campaignId: null, days: 30 }),
    one({ kind: 'automation', op: 'isNotInside', automationId: id }),
    one({ kind: 'status', op: 'isAnyOf', values: ['active'] }),
    JSON.stringify({ match: 'none', rules: [{ match: 'any', rules: [{ match: 'all', rules: [] }] }] }),
  ],
  tokens: [
    '{"match":"all","rules":[',
    ']}',
    '"match":"none"',
    '"match":"any"',
    '"rules":',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    'null',
    '1e999',
    '-0',
    '"kind":"custom"',
    '"key":"boolean"',
    '"key":"choice"',
    '"op":"isTrue"',
    '"op":"greaterThan"',
    '"op":"isEmpty"',
    '"op":"endsWith"',
    '"op":"is"',
    '"__proto__":',
    '"value":"',
    '\\u0000',
    '\\ud800',
    '\\u2028',
    "'; drop table x; --",
    '$1',
    '99999999999999999999',
    '0000-00-00',
    '2026-02-30',
  ],
  longest: 6_200,
  check(input) {
    const read = RulesInAddress.safeParse(input.toString());
    if (!read.success) return;
    const tree = read.data;
    must(conditionsOf(tree).length <= ruleLimits.conditions, 'a tree has an end');
    must(isDeepStrictEqual(RuleTree.parse(JSON.parse(JSON.stringify(tree))), tree), 'a saved tree reads as it was');
    const fields = customKeys(tree).map((key) => ({ key, type: types.includes(key) ? key : 'text', client_id: null }));
    for (const part of [
      tree,
      ...placesIn(tree)
        .slice(0, 3)
        .map((place) => without(tree, place)),
    ]) {
      const { sql: text, parameters } = sql`select ${compileRule({ ctx, fields }, part)}`.compile(db);
      // Whatever people type is a parameter; the statement itself has our words alone.
      must(
        /^[a-z_A-Z0-9$()[\]=<>,.:~^\\'%{}#|*\s"-]*$/.test(text) && !/drop|;|--/.test(text),
        `the statement is ours: ${text}`,
      );
      must(
        Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, no]) => Number(no))) === parameters.length,
        'every value is a parameter',
      );
      must(
        parameters
          .flat()
          .every((value) => typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed())),
        'every value fits into PostgreSQL',
      );
    }
  },
};
