import {
  campaignOperators,
  type Condition,
  engagements,
  formOperators,
  type Rule,
  type RuleGroup,
  textOperators,
} from '@waggle/contracts/contact-rules';
import { consentStates, contactSources, contactStatuses } from '@waggle/contracts/contact-words';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { createJobHarness, type JobHarness } from '#platform/jobs/test-harness.ts';
import { compileRules } from '../queries.ts';
import { fitsPart, fitsType } from './test-values.ts';
import * as walking from './test-walks.ts';
import { isGroup } from './tree.ts';

const now = new Date('2026-03-15T12:00:00Z');
const day = 86_400_000;
const hostile = [
  "'; drop table contacts; --",
  "' or 1=1 --",
  '\\',
  '%',
  '_',
  '$1',
  '"',
  '{"a":1}',
  "\\' or true --",
  '${1}',
  'O’Brien',
  '--',
  '/*',
  '?',
];
const words = ['', 'a', 'Ann', 'ann', 'BEN', 'b_n', '100%', 'a\\b', ...hostile];
const fieldKeys = ['city', 'age', 'born', 'vip', 'size', 'gone'] as const;
const fieldTypes: Record<string, string> = {
  city: 'text',
  age: 'number',
  born: 'date',
  vip: 'boolean',
  size: 'choice',
};

type Person = {
  id: string;
  client_id: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  company: string | null;
  status: string;
  source: string;
  email_consent: string;
  sms_consent: string;
  import_id: string | null;
  created_at: Date;
  last_activity_at: Date;
  attributes: Record<string, string | number | boolean | null>;
  tags: string[];
  deeds: { type: string; at: Date; ref: string | null }[];
  sent: { form: string; at: Date }[];
  walks: walking.Walk[];
};

let harness: JobHarness;
let ctx: Context;
let people: Person[];
let clients: string[];
let tags: string[];
const letters = ['email.sent', 'email.sent', 'email.bounced'];
const campaigns = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const forms = ['66666666-6666-4666-8666-666666666666', '77777777-7777-4777-8777-777777777777'];
const deletedTag = '33333333-3333-4333-8333-333333333333';
const deletedForm = '88888888-8888-4888-8888-888888888888';
const imports = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
beforeAll(async () => {
  harness = await createJobHarness();
  ctx = { ...(await harness.organization()), now: () => now };
  const insert = async (text: string, values: unknown[]) =>
    ((await harness.owner.query(text, values)).rows[0] as { id: string }).id;
  const org = ctx.organizationId;
  clients = [];
  for (const name of ['X', 'Y'])
    clients.push(await insert('insert into clients (organization_id, name) values ($1, $2) returning id', [org, name]));
  tags = [];
  for (let n = 0; n < 5; n += 1)
    tags.push(await insert('insert into tags (organization_id, name) values ($1, $2) returning id', [org, `T${n}`]));
  for (const [key, type] of Object.entries(fieldTypes))
    await harness.owner.query(
      'insert into contact_fields (organization_id, key, label, type) values ($1, $2, $2, $3)',
      [org, key, type],
    );
  // The same key means a number everywhere but in client Y, where it is a text.
  await harness.owner.query(
    "insert into contact_fields (organization_id, client_id, key, label, type) values ($1, $2, 'age', 'Age', 'text')",
    [org, clients[1]],
  );
  for (const id of forms)
    await harness.owner.query(
      "insert into forms (organization_id, id, name, draft) values ($1, $2, 'Newsletter', '{}')",
      [org, id],
    );
  await walking.insertAutomations(harness, org, clients[0]!);
  people = [];
  for (const [at, person] of fc.sample(aPerson(), { numRuns: 200, seed: 7 }).entries())
    people.push(await insertPerson({ ...person, email: `${at}${person.email}` }));
});
afterAll(() => harness.close());

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const past = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => new Date(now.getTime() - minutes * 60_000));

const aPerson = () =>
  fc.record({
    id: fc.uuid({ version: 4 }),
    client_id: maybe(fc.constantFrom(...clients)),
    email: fc.constantFrom('Ann@a.example', 'ben_b@100.example', 'x%y@B.example'),
    first_name: maybe(fc.constantFrom(...words.filter(Boolean))),
    last_name: maybe(fc.constantFrom(...words.filter(Boolean))),
    phone: maybe(fc.constantFrom('+1 555', '100%', 'a')),
    company: maybe(fc.constantFrom('a', 'A b', 'AB', '100%', '\\')),
    status: fc.constantFrom(...contactStatuses),
    source: fc.constantFrom(...contactSources),
    email_consent: fc.constantFrom(...consentStates),
    sms_consent: fc.constantFrom(...consentStates),
    import_id: maybe(fc.constantFrom(...imports)),
    created_at: past,
    last_activity_at: past,
    attributes: fc.record(
      {
        city: maybe(fc.constantFrom(...words)),
        age: fc.constantFrom<string | number | null>(-3, 0, 7, 7.5, 42, '7', 'ann', null),
        born: maybe(fc.constantFrom('1990-01-01', '2000-02-29', '2026-03-15', 'tomorrow', '42', 42)),
        vip: maybe(fc.boolean()),
        size: fc.constantFrom('S', 'M', 'L'),
        gone: fc.constantFrom('x', 'y'),
      },
      { requiredKeys: [] },
    ),
    tags: fc.subarray(tags),
    deeds: fc.array(
      fc.record({
        type: fc.constantFrom(...engagements, ...letters, 'contact.updated'),
        at: past,
        ref: maybe(fc.constantFrom(...campaigns)),
      }),
      {
        maxLength: 6,
      },
    ),
    walks: walking.someWalks,
    sent: fc.array(fc.record({ form: fc.constantFrom(...forms), at: past }), { maxLength: 2 }),
  });

async function insertPerson({ tags, deeds, sent, walks, ...row }: Person): Promise<Person> {
  const names = Object.keys(row);
  await harness.owner.query(
    `insert into contacts (organization_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})`,
    [ctx.organizationId, ...Object.values(row)],
  );
  await harness.owner.query(
    `insert into contact_tags (organization_id, contact_id, client_id, tag_id, contact_created_at)
     select $1, $2, $3, unnest($4::uuid[]), created_at from contacts where organization_id = $1 and id = $2`,
    [ctx.organizationId, row.id, row.client_id, tags],
  );
  for (const { type, at, ref } of deeds)
    await harness.owner.query(
      'insert into contact_activity (organization_id, contact_id, client_id, type, happened_at, ref_id) values ($1, $2, $3, $4, $5, $6)',
      [ctx.organizationId, row.id, row.client_id, type, at, ref],
    );
  for (const { form, at } of sent)
    await harness.owner.query(
      `insert into form_submissions (organization_id, form_id, id, version, contact_id, answers, outcome, submitted_at)
       values ($1, $2, new_id(), 1, $3, '{}', 'known', $4)`,
      [ctx.organizationId, form, row.id, at],
    );
  await walking.insertWalks(harness, ctx.organizationId, row.id, walks);
  return { tags, deeds, sent, walks, ...row };
}

/** The same rules once more, without a database. */
function holds(person: Person, rule: Rule): boolean {
  if (!isGroup(rule)) return fitsCondition(person, rule);
  if (rule.match === 'all') return rule.rules.every((part) => holds(person, part));
  const some = rule.rules.some((part) => holds(person, part));
  return rule.match === 'any' ? some : !some;
}

const fitsCondition = (person: Person, condition: Condition): boolean =>
  (fits[condition.kind] as (person: Person, condition: Condition) => boolean)(person, condition);

type Fits = {
  [Kind in Condition['kind']]: (person: Person, condition: Extract<Condition, { kind: Kind }>) => boolean;
};
type Among = { op: 'isAnyOf' | 'isNoneOf'; values: readonly string[] };
const among = (value: string, { op, values }: Among) => values.includes(value) === (op === 'isAnyOf');
const since = (days = 0) => now.getTime() - days * day;

/** Zones whose clocks never change. */
const hoursAhead: Record<string, number> = { UTC: 0, 'Asia/Tokyo': 9, 'America/Phoenix': -7 };

const fits: Fits = {
  text: (person, condition) => fitsPart(person, condition),
  status: ({ status }, condition) => among(status, condition),
  source: ({ source }, condition) => among(source, condition),
  consent: (person, condition) => among(person[`${condition.channel}_consent`], condition),
  client: ({ client_id }, { op, clientIds }) => among(client_id ?? '', { op, values: clientIds }),
  date: ({ created_at, last_activity_at }, { field, op, date, timezone, days }) => {
    const at = { createdAt: created_at, lastActivityAt: last_activity_at }[field].getTime();
    const midnight = Date.parse(`${date}T00:00:00Z`) - hoursAhead[timezone ?? 'UTC']! * 3_600_000;
    return { before: at < midnight, after: at >= midnight, inLast: at >= since(days), notInLast: at < since(days) }[op];
  },
  tag: ({ tags }, { op, tagIds }) => {
    const has = (id: string) => tags.includes(id);
    const hasNoneOf = !tagIds.includes(deletedTag) && !tagIds.some(has);
    return { hasAllOf: tagIds.every(has), hasAnyOf: tagIds.some(has), hasNoneOf }[op];
  },
  campaign: ({ deeds }, { op, campaignId, days }) => {
    const has = (type: string) =>
      deeds.some(
        (deed) =>
          deed.type === `email.${type}` &&
          (campaignId === null ? deed.at.getTime() >= since(days) : deed.ref === campaignId),
      );
    return {
      wasSent: has('sent'),
      wasNotSent: !has('sent'),
      opened: has('opened'),
      didNotOpen: has('sent') && !has('opened'),
      clicked: has('clicked'),
      didNotClick: has('sent') && !has('clicked'),
      bounced: has('bounced'),
    }[op];
  },
  form: ({ sent }, { op, formId, days }) => {
    if (formId === deletedForm) return false;
    const has = sent.some(
      ({ form, at }) => (formId === null || form === formId) && (days === undefined || at.getTime() >= since(days)),
    );
    return has === (op === 'submitted');
  },
  automation: ({ walks, client_id }, condition) => walking.fitsWalks(walks, condition, { client_id, ofX: clients[0]! }),
  activity: ({ deeds }, { activity, op, days, atLeast }) =>
    deeds.filter(({ type, at }) => type === activity && at.getTime() >= since(days)).length >= atLeast ===
    (op === 'did'),
  import: ({ import_id }, { importId }) => import_id === importId,
  custom: (person, condition) => {
    const { key, op } = condition;
    const type = key === 'age' && person.client_id === clients[1] ? 'text' : (fieldTypes[key] ?? 'gone');
    const content = person.attributes[key] ?? '';
    const isEmpty = content === '';
    if (op === 'isEmpty' || op === 'isNotEmpty') return type !== 'gone' && isEmpty === (op === 'isEmpty');
    return fitsType[type]?.(content, condition) ?? false;
  },
};

const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });
const aCondition = (): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('text' as const),
      field: fc.constantFrom('email', 'firstName', 'lastName', 'phone', 'company'),
      op: fc.constantFrom(...textOperators),
      value: fc.oneof(
        fc.constantFrom(...words),
        fc.string({ unit: fc.constantFrom(...Array.from(`aAbB'"\\%_$-; `)), maxLength: 4 }),
      ),
    }),
    fc.record({ kind: fc.constant('status' as const), op: isOrNot, values: some(contactStatuses) }),
    fc.record({ kind: fc.constant('source' as const), op: isOrNot, values: some(contactSources) }),
    fc.record({
      kind: fc.constant('consent' as const),
      channel: fc.constantFrom('email', 'sms'),
      op: isOrNot,
      values: some(consentStates),
    }),
    fc.record({ kind: fc.constant('client' as const), op: isOrNot, clientIds: some(clients) }),
    fc.record({
      kind: fc.constant('date' as const),
      field: fc.constantFrom('createdAt', 'lastActivityAt'),
      op: fc.constantFrom('before', 'after', 'inLast', 'notInLast'),
      date: fc.constantFrom('2026-03-15', '2026-03-01', '2026-02-20', '9999-12-31', '0001-01-01'),
      timezone: fc.constantFrom(undefined, ...Object.keys(hoursAhead)),
      days: fc.integer({ min: 1, max: 45 }),
    }),
    fc.record({
      kind: fc.constant('tag' as const),
      op: fc.constantFrom('hasAnyOf', 'hasAllOf', 'hasNoneOf'),
      tagIds: some([...tags, deletedTag]),
    }),
    fc.record({
      kind: fc.constant('activity' as const),
      activity: fc.constantFrom(...engagements),
      op: fc.constantFrom('did', 'didNot'),
      days: fc.integer({ min: 1, max: 45 }),
      atLeast: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('custom' as const),
      key: fc.constantFrom(...fieldKeys),
      op: fc.constantFrom(...textOperators, 'lessThan', 'greaterThan', 'isTrue', 'isFalse'),
      value: fc.constantFrom(...words, '7', '7.5', '-3', '+42', '1e3', '2000-02-29', '2001-01-01', 'M'),
    }),
    fc.record({
      kind: fc.constant('campaign' as const),
      op: fc.constantFrom(...campaignOperators),
      campaignId: fc.constantFrom(...campaigns),
    }),
    fc.record({
      kind: fc.constant('campaign' as const),
      op: fc.constantFrom(...campaignOperators),
      campaignId: fc.constant(null),
      days: fc.integer({ min: 1, max: 45 }),
    }),
    fc.record(
      {
        kind: fc.constant('form' as const),
        op: fc.constantFrom(...formOperators),
        formId: maybe(fc.constantFrom(...forms, deletedForm)),
        days: fc.integer({ min: 1, max: 45 }),
      },
      { requiredKeys: ['kind', 'op', 'formId'] },
    ),
    walking.aWalkCondition,
    fc.record({ kind: fc.constant('import' as const), importId: fc.constantFrom(...imports) }),
  );
const isOrNot = fc.constantFrom('isAnyOf' as const, 'isNoneOf' as const);
const aTree = (depth = 3): fc.Arbitrary<RuleGroup> =>
  fc.record({
    match: fc.constantFrom('all', 'any', 'none'),
    rules: fc.array<Rule>(
      depth === 0 ? aCondition() : fc.oneof({ weight: 3, arbitrary: aCondition() }, aTree(depth - 1)),
      {
        maxLength: 4,
      },
    ),
  });

const found = async (tree: RuleGroup): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('contacts')
      .select('id')
      .where(await compileRules(ctx, tree))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
const expected = (tree: RuleGroup) =>
  people
    .filter((person) => holds(person, tree))
    .map(({ id }) => id)
    .sort();

describe('rules as SQL', () => {
  test('find the same people as the same rules read one by one', async () => {
    let somewhere = 0;
    await fc.assert(
      fc.asyncProperty(aTree(), async (tree) => {
        const ids = await found(tree);

        expect(ids).toEqual(expected(tree));
        if (ids.length > 0 && ids.length < people.length) somewhere += 1;
      }),
      { numRuns: 600 },
    );
    // Trees that everybody or nobody fits would prove little.
    expect(somewhere).toBeGreaterThan(200);
  }, 120_000);

  test('find the same people for every single condition', async () => {
    await fc.assert(
      fc.asyncProperty(aCondition(), async (condition) => {
        const tree: RuleGroup = { match: 'all', rules: [condition] };

        expect(await found(tree)).toEqual(expected(tree));
      }),
      { numRuns: 600 },
    );
  }, 120_000);

  test('work where a page of contacts carries another name', async () => {
    const tree: RuleGroup = {
      match: 'all',
      rules: [
        { kind: 'tag', op: 'hasAnyOf', tagIds: [tags[0]!] },
        { kind: 'activity', activity: 'email.opened', op: 'didNot', days: 30, atLeast: 2 },
        { kind: 'form', op: 'didNotSubmit', formId: forms[0]!, days: 20 },
        { kind: 'automation', op: 'isNotInside', automationId: walking.automations[0]! },
      ],
    };

    const rows = await ctx.db
      .selectFrom(ctx.db.selectFrom('contacts').selectAll().as('window'))
      .select('id')
      .where(await compileRules(ctx, tree))
      .orderBy('id')
      .execute();

    expect(rows.map(({ id }) => id)).toEqual(expected(tree));
  });

  test('never put a value into the text of the statement', async () => {
    for (const value of hostile) {
      const tree: RuleGroup = {
        match: 'any',
        rules: [
          { kind: 'text', field: 'firstName', op: 'is', value },
          { kind: 'custom', key: 'city', op: 'contains', value },
        ],
      };
      const { sql } = ctx.db
        .selectFrom('contacts')
        .select('id')
        .where(await compileRules(ctx, tree))
        .compile();

      if (value.length > 3) expect(sql).not.toContain(value);
      expect(await found(tree)).toEqual(expected(tree));
    }
  });
});
