import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/** One server for the whole run; each test file gets a copy of the migrated template in a few milliseconds. */
// oxlint-disable-next-line import/no-default-export -- vitest looks for it
export default async function setup(project: TestProject) {
  const postgres = await startPostgres();
  await migrate(postgres.ownerUrl(), () => {});
  project.provide('ownerUrl', postgres.ownerUrl());
  return () => postgres.destroy();
}
