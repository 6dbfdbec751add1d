import { globSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { assemble } from '../src/features.ts';
import { loadConfig } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { maintenanceHandlers } from '../src/platform/jobs/maintenance.ts';
import { createLog } from '../src/platform/log.ts';
import { eventNames } from '../src/platform/events/event.ts';
import { rowHandlers } from '../src/platform/events/read-rows.ts';
import { outboxHandlers } from '../src/platform/outbox/relay.ts';
import { rowDeletionHandlers } from '../src/platform/row-deletion/jobs.ts';
import { storageHandlers } from '../src/platform/storage/jobs.ts';

const src = new URL('../src/', import.meta.url);
const source = globSync('**/*.ts', { cwd: src })
  .filter((path) => !/\.test\.ts$|-harness\.ts$/.test(path))
  .map((path) => readFileSync(new URL(path, src), 'utf8'))
  .join('\n');
const namesIn = (call: RegExp): string[] => [...source.matchAll(call)].map(([, name = '']) => name);

function assembled() {
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    // Nothing is asked of it.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const database = openDatabase(config);
  onTestFinished(() => database.close());
  return assemble({ config, database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
}

test('every job that is declared has one handler in the list of features', () => {
  const made = assembled();
  const subscriptions = made.subscriptions();
  const handlers = [
    ...made.handlers(),
    ...outboxHandlers(subscriptions, made.events()),
    ...rowHandlers(subscriptions),
    ...maintenanceHandlers(),
    ...rowDeletionHandlers(),
    ...storageHandlers(made.storage),
  ];
  const declared = namesIn(/= (?:job|systemJob)\(\s*'([^']+)'/g);

  expect(declared.length).toBeGreaterThan(20);
  expect(handlers.map(({ job }) => job.name).toSorted()).toEqual(declared.toSorted());
});

test('every event and every kind of the inbox that is defined is declared by one feature', async () => {
  const made = assembled();
  const kinds = (await made.drains()).map(({ kind }) => kind.name);

  expect(eventNames(made.events()).toSorted()).toEqual(
    namesIn(/(?:defineEvent|defineRowEvent<[^(]*>|lineEvent)\(\s*'([^']+)'/g).toSorted(),
  );
  expect(kinds.toSorted()).toEqual(namesIn(/defineInboxKind\(\s*'([^']+)'/g).toSorted());
});

test('an edge records no kind that nobody declares', async () => {
  const kinds = new Set((await assembled().drains()).map(({ kind }) => kind.name));
  const recorded = globSync('edge/**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...readFileSync(new URL(path, src), 'utf8').matchAll(/\bkind: (?:[^,;\n]*\? )?'([a-z-]+)'/g)].map(
      ([, name]) => name!,
    ),
  );

  expect(recorded.length).toBeGreaterThan(3);
  expect(recorded.filter((name) => !kinds.has(name))).toEqual([]);
});

test('every cron runs a job that is handled', () => {
  const made = assembled();
  const handled = new Set(made.handlers().map(({ job }) => job.name));

  expect(made.crons().filter(({ job }) => !handled.has(job.name))).toEqual([]);
});
