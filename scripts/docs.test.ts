import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { features } from '../apps/server/src/features.ts';
import { settingDefaults } from '../apps/server/src/platform/config.ts';
import { findPaths, isPath, pages, quotesIn, read, root, rowsUnder } from './docs/read-docs.ts';

const quotes = pages.flatMap((page) => quotesIn(page));

test('the settings table names every setting, and no other', () => {
  const listed = settingRows().flatMap(({ keys }) => keys);

  expect(listed.toSorted()).toEqual(Object.keys(settingDefaults).toSorted());
});

test('the settings table gives the default of every number and switch', () => {
  const wrong = settingRows().flatMap(({ keys, given }) =>
    keys.flatMap((key) => {
      const real = settingDefaults[key as keyof typeof settingDefaults];
      const isPlain = typeof real === 'number' || typeof real === 'boolean';
      return isPlain && given !== String(real) ? [`${key}: ${given}, in the code ${real}`] : [];
    }),
  );

  expect(wrong).toEqual([]);
});

function settingRows(): { keys: string[]; given: string }[] {
  return rowsUnder(read('docs/operations.md'), '| Key | Default | Meaning |').map(([keys = '', given = '']) => ({
    keys: [...keys.matchAll(/`([A-Z0-9_]+)`/g)].map(([, key = '']) => key),
    given,
  }));
}

test('every pnpm command exists, and so does each bench and fault run it names', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const ofPnpm = new Set(['install', 'audit', 'exec']);

  const unknown = quotes.flatMap(({ page, text }) => {
    const [, command = '', name] = /^pnpm ([a-z0-9:]+)(?: ([a-z-]+))?/.exec(text) ?? [];
    if (command === '' || ofPnpm.has(command)) return [];
    const isRun = (command === 'bench' || command === 'faults') && name !== undefined;
    const isKnown = command in scripts && (!isRun || exportsRun(`${command}/${name}.ts`));
    return isKnown ? [] : [`${page}: ${text}`];
  });

  expect(unknown).toEqual([]);
});

const exportsRun = (path: string): boolean =>
  existsSync(`${root}${path}`) && /export (async function|function|const) run\b/.test(read(path));

test('every waggle command exists', () => {
  const commands = new Set([...read('apps/server/src/cli.ts').matchAll(/case '([a-z-]+)':/g)].map(([, name]) => name));

  const unknown = quotes.filter(({ text }) => {
    const [, name] = /^waggle ([a-z][a-z-]*)/.exec(text) ?? [];
    return name !== undefined && !commands.has(name);
  });

  expect(commands.size).toBeGreaterThan(15);
  expect(unknown).toEqual([]);
});

test('every file and folder that is named exists', () => {
  const paths = quotes.filter(({ text }) => isPath(text));

  const missing = paths.filter(({ text }) => findPaths(text).length === 0);

  expect(paths.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

/** Each number in the docs, and the constant it must equal. */
const limits: [page: string, quoted: RegExp, source: string, constant: RegExp][] = [
  [
    'operations',
    /Dead letters are kept for (\d+) days/,
    'platform/jobs/queues.ts',
    /retentionSeconds: days\((\d{2,3})\)/,
  ],
  [
    'automations',
    /more than (\d+) days before the server/,
    'features/automations/triggers/listening.ts',
    /historyDays = (\d+)/,
  ],
  ['automations', /in a circle of (\d+)/, 'features/automations/entries/enter.ts', /mostDepth = (\d+)/],
  ['glossary', /undoable for (\d+) days/, 'features/contacts/import/run.ts', /undoDays = (\d+)/],
  ['security', /argon2id with 19 MiB, (\d+) passes/, 'features/accounts/sign-in/passwords.ts', /timeCost: (\d+)/],
  ['security', /(\d+) days with remember me/, 'platform/sessions.ts', /remembered: (\d+)/],
  ['security', /else (\d+) hours without use/, 'platform/sessions.ts', /idleHours = (\d+)/],
  ['security', /hours without use and (\d+) days at most/, 'platform/sessions.ts', /other: (\d+)/],
  ['architecture', /The worker's heartbeat is (\d+) s/, 'platform/jobs/queues.ts', /heartbeatSeconds = (\d+)/],
];

test('limits that are quoted equal the constants', () => {
  const wrong = limits.flatMap(([page, quoted, source, constant]) => {
    const said = quoted.exec(read(`docs/${page}.md`).replaceAll(/\s+/g, ' '))?.[1];
    const real = constant.exec(read(`apps/server/src/${source}`))?.[1];
    return said !== undefined && said === real ? [] : [`${page}: ${said}, in ${source} ${real}`];
  });

  expect(wrong).toEqual([]);
});

test('every link between pages leads to a file', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !existsSync(new URL(to, `file://${root}${page}`)))
      .map((to) => `${page}: ${to}`),
  );

  expect(dead).toEqual([]);
});

test('the features of the architecture page are the folders, in the order of the code', () => {
  const architecture = read('docs/architecture.md');
  const folders = readdirSync(`${root}apps/server/src/features`);
  const order = /^(accounts <[^\n]+)$/m.exec(architecture)?.[1]?.split(' < ') ?? [];

  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  expect(order.filter((name) => folders.includes(name))).toEqual(features.map(({ name }) => name));
});

test('the table of events names every event, who publishes it and how it travels', () => {
  const listed = rowsUnder(read('docs/architecture.md'), '| Event | Published by | Travels | Happens |').map(
    ([event = '', feature = '', way = '']) => [event, feature, way].map((cell) => cell.replaceAll('`', '')).join(' '),
  );
  const published = features.flatMap(({ name, events = [] }) =>
    events.map((event) => `${event.name} ${name} ${event.rows ? `rows of ${event.rows.source.table}` : 'outbox'}`),
  );

  expect(listed.toSorted()).toEqual(published.toSorted());
});

test('each concept of the field is found by its word', () => {
  const concepts = rowsUnder(read('docs/architecture.md'), '| Looking for | Search | Found in |');

  const notFound = concepts.flatMap(([concept = '', search = '', where = '']) => {
    const [word = '', path = ''] = [search, where].map((cell) => cell.replaceAll('`', ''));
    const named = filesNaming(word);
    return findPaths(path).some((file) => named.includes(file)) ? [] : [`${concept}: ${word} is not in ${path}`];
  });

  expect(concepts.length).toBeGreaterThanOrEqual(30);
  expect(notFound).toEqual([]);
});

/** As a newcomer searches: by a file's name, or by what it exports. */
function filesNaming(word: string): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return sources
    .filter(({ path, names }) => [path, ...names].some((name) => plain(name).includes(plain(word))))
    .map(({ path }) => path);
}

const sources = globSync('{apps/*/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map(
  (path) => ({
    path,
    names: [...read(path).matchAll(/^export (?:async )?(?:function|class|const|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  }),
);
