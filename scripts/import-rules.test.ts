import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';

type RuleSet = { forbidden: IForbiddenRuleType[]; options: object };
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as RuleSet;

const server = 'apps/server/src';
const web = 'apps/web/src';

/** One deliberate violation of each rule: the file, what it imports, and the rule that must catch it. */
const violations: [rule: string, file: string, imports: string][] = [
  ...rules.forbidden
    .map(({ name }) => name ?? '')
    .filter((name) => name.startsWith('order-'))
    .map((name): [string, string, string] => [
      name,
      `${server}/features/${name.slice(6)}/early.ts`,
      '../audit/index.ts',
    ]),
  ['order-contacts', `${web}/features/contacts/early.tsx`, '../campaigns/index.ts'],
  ['order-plans', `${server}/features/plans/usage.ts`, '../contacts/index.ts'],
  ['order-engagement', `${server}/features/engagement/scans.ts`, '../links/index.ts'],
  ['no-circular', `${server}/platform/one.ts`, './other.ts'],
  ['no-circular', `${server}/platform/runs.ts`, './types-of-other.ts'],
  ['front-door', `${server}/features/forms/side-door.ts`, '../contacts/contacts.ts'],
  ['front-door', `${web}/features/forms/side-door.tsx`, '../contacts/parts.ts'],
  ['features-are-listed', `${server}/features/forms/peek.ts`, '../accounts/feature.ts'],
  ['features-are-listed', `${server}/worker.ts`, './features/accounts/feature.ts'],
  ['own-door', `${server}/features/forms/own.ts`, './index.ts'],
  ['floor', `${server}/platform/upward.ts`, '../features/accounts/index.ts'],
  ['floor', `${web}/ui/upward.tsx`, '../features/contacts/index.ts'],
  ['floor', `${web}/lib/upward.ts`, '../app/router.ts'],
  ['app-stands-above', `${web}/features/forms/upward.tsx`, '../../app/router.ts'],
  ['screens-know-no-routes', `${web}/features/forms/forms-screen.tsx`, '../../app/routes.ts'],
  ['screens-know-no-routes', `${web}/features/forms/list.tsx`, './routes.ts'],
  ['edge-stays-small', `${server}/edge/qr.ts`, '../features/accounts/index.ts'],
  ['edge-stays-small', `${server}/edge/open.ts`, './through.ts'],
  ['http-in-routes-only', `${server}/features/forms/rules.ts`, 'fastify'],
  ['sql-in-queries-only', `${server}/features/forms/present.ts`, 'kysely'],
  ['roots-own-wiring', `${server}/features/forms/mount.ts`, './routes.ts'],
  ['roots-own-wiring', `${server}/cli.ts`, './features/forms/handlers.ts'],
  ['apps-are-islands', `${web}/lib/server.ts`, '../../../server/src/platform/other.ts'],
  ['contracts-are-pure', 'packages/contracts/src/forms.ts', 'kysely'],
  ['email-is-pure', 'packages/email/src/render.ts', 'kysely'],
  ['email-is-pure', 'packages/email/src/content/random.ts', 'node:crypto'],
  ['forms-are-pure', 'packages/forms/src/lead.ts', 'kysely'],
  ['forms-load-no-schemas', 'packages/forms/src/pages.ts', '../../contracts/src/fields.ts'],
  ['email-is-pure-in-fixtures', 'packages/email/src/content/random.fixture.ts', 'node:crypto'],
  ['packages-know-no-app', 'packages/contracts/src/up.ts', '../../../apps/server/src/platform/other.ts'],
];

/** What the violations need in order to resolve, and code that obeys every rule. */
const bystanders: Record<string, string> = {
  'packages/contracts/src/fields.ts': 'export const x = 1;',
  [`${server}/platform/other.ts`]: "import { x } from './one.ts';\nexport const y = x;",
  // Back by a type alone.
  [`${server}/platform/types-of-other.ts`]: "import type { x } from './runs.ts';\nexport type Y = typeof x;",
  [`${server}/edge/through.ts`]: "export { x } from '../features/accounts/index.ts';",
  [`${server}/features/forms/routes.ts`]: "import 'fastify';\nexport const x = 1;",
  [`${server}/features/forms/queries.ts`]: "import 'kysely';\nexport const x = 1;",
  [`${server}/features/forms/answers.sql.ts`]: "import 'kysely';\nexport const x = 1;",
  [`${server}/features/forms/handlers.ts`]: 'export const x = 1;',
  [`${server}/features/forms/good.ts`]:
    "import { x } from '../accounts/index.ts';\nimport { y } from './queries.ts';\nexport const z = [x, y];",
  [`${server}/features/accounts/feature.ts`]: 'export const x = 1;',
  [`${server}/features/forms/feature.ts`]:
    "import { x } from '../accounts/feature.ts';\nimport { x as y } from './routes.ts';\nexport const z = [x, y];",
  [`${server}/features.ts`]: "export { z } from './features/forms/feature.ts';",
  [`${server}/features/contacts/contacts.ts`]: 'export const x = 1;',
  [`${web}/features/contacts/parts.ts`]: 'export const x = 1;',
  [`${web}/app/router.ts`]: 'export const x = 1;',
  [`${web}/app/routes.ts`]: 'export const x = 1;',
  [`${web}/features/forms/routes.ts`]: "export { x } from '../../app/routes.ts';",
  [`${web}/features/forms/feature.ts`]: "export { x } from './routes.ts';",
  [`${web}/features.ts`]: "export { x } from './features/forms/feature.ts';",
  'packages/contracts/src/good.ts': "import 'zod';\nexport const x = 1;",
  ...Object.fromEntries(
    ['accounts', 'contacts', 'links', 'forms', 'campaigns', 'integrations', 'audit'].flatMap((name) => [
      [`${server}/features/${name}/index.ts`, 'export const x = 1;'],
      [`${web}/features/${name}/index.ts`, 'export const x = 1;'],
    ]),
  ),
  ...Object.fromEntries(
    ['fastify', 'kysely', 'zod'].flatMap((name) => [
      [`node_modules/${name}/index.js`, ''],
      [`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "index.js" }`],
    ]),
  ),
};

let root: string;
let found: { rule: string; from: string }[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'waggle-import-rules-'));
  for (const [, file, imports] of violations)
    write(file, `import * as imported from '${imports}';\nexport const x = imported;`);
  for (const [file, text] of Object.entries(bystanders)) write(file, text);
  write('package.json', '{ "dependencies": { "fastify": "1", "kysely": "1", "zod": "1" } }');

  const result = await cruise(['apps', 'packages'], {
    ...rules.options,
    baseDir: root,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
  });
  found = (result.output as ICruiseResult).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.each(violations)('%s catches %s', (rule, from) => {
  expect(found).toContainEqual({ rule, from });
});

test('the order is that of the server', () => {
  const order = rules.forbidden.map(({ name = '' }) => name).filter((name) => name.startsWith('order-'));

  expect(order.slice(0, 3)).toEqual(['order-accounts', 'order-plans', 'order-settings']);
});

test('every rule has a violation here', () => {
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)));
});

test('code that obeys is left alone', () => {
  const innocent = Object.keys(bystanders).filter((file) => !file.endsWith('other.ts') && !file.endsWith('through.ts'));
  expect(found.filter(({ from }) => innocent.includes(from))).toEqual([]);
});
