import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const web = (folder: string) => fileURLToPath(new URL(`./apps/web/src/${folder}`, import.meta.url));

export default defineConfig({
  test: {
    // Two cores: more workers than that only wait for each other's hashes and databases.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'faults/**/*.test.ts'],
          globalSetup: ['apps/server/test/harness/global-postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias: { '#ui': web('ui'), '#lib': web('lib'), '#app': web('app'), '#features': web('features') } },
        test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], testTimeout: 15_000 },
      },
    ],
  },
});
