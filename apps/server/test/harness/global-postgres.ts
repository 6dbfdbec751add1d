import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/database/migrate.ts';
import { type Postgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/** Projects of tests load this file each for itself; they run in one process. */
const run = globalThis as { postgresOfTests?: Promise<Postgres> };

async function start(): Promise<Postgres> {
  const postgres = await startPostgres();
  await migrate(postgres.ownerUrl(), () => {});
  return postgres;
}

/** One server for the whole run; each test file gets a copy of the migrated template in a few milliseconds. */
// oxlint-disable-next-line import/no-default-export -- vitest looks for it
export default async function setup(project: TestProject) {
  const postgres = await (run.postgresOfTests ??= start());
  project.provide('ownerUrl', postgres.ownerUrl());
  // The first that is told ends it for all; the others find it ended.
  return () => postgres.destroy();
}
