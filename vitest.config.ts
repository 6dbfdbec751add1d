import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { isNightly } from './apps/server/test/harness/cases.ts';
import { texts } from './apps/web/texts-plugin.ts';

const web = (folder: string) => fileURLToPath(new URL(`./apps/web/src/${folder}`, import.meta.url));

// Workers, and the many processes that tests start, compile the same files again and again.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'waggle-compile-cache');

/**
 * What `pnpm nightly` adds: processes that are killed, backups that are restored, servers that hang, and inputs of a size that
 * takes a minute. A landing has an hour on two cores, and the drills of `pnpm faults` play most of these at their full size. No
 * file is here that alone carries a row of `docs/security.md`, or that tries fewer cases before a landing by itself.
 */
const atNight = [
  'apps/server/src/cli/{backup/backup,rotate-secrets,shutdown}.test.ts',
  'apps/server/src/features/automations/status/queued-emails.test.ts',
  'apps/server/src/features/campaigns/content/{footer-in-sight,slow-content}.test.ts',
  'apps/server/src/features/campaigns/delivery-events/in-force.test.ts',
  'apps/server/src/features/campaigns/personal/personal.test.ts',
  'apps/server/src/features/campaigns/steps/sending-steps.test.ts',
  'apps/server/src/features/contacts/list/large.test.ts',
  'apps/server/src/platform/inbox/slow-events.test.ts',
  'apps/server/test/billing/limits/contact-races.test.ts',
  'apps/server/test/compliance/only-looked-at.test.ts',
  'apps/server/test/figures/cross-foot.test.ts',
  'apps/server/test/sending/{dns-outage,ses-faults}.test.ts',
  'faults/{core,restore,restore-swap,worst-inputs}.test.ts',
  'scripts/{demo/demo,feature-cost}.test.ts',
];
const later = isNightly ? [] : atNight;

/** Tests that replace a module, or measure the memory or the longest pause of their process. */
const alone = [
  'apps/server/src/edge/bounces/hostile-bounces.test.ts',
  'apps/server/src/features/campaigns/content/{compile-cost,slow-content}.test.ts',
  'apps/server/src/features/contacts/import/file/slow-files.test.ts',
  'apps/server/src/features/links/codes/claim.test.ts',
  'apps/server/src/features/links/images/images.test.ts',
  'apps/server/src/platform/http/hostile-bodies.test.ts',
  'apps/server/src/platform/threads/thread-pool.test.ts',
  'apps/server/test/faults/black-hole.test.ts',
  'apps/server/test/forms/payloads.test.ts',
  'apps/server/test/security/guessing.test.ts',
];

/** Only for what hangs: a machine that others use too has taken three times the usual time, and that is no fault of the code. */
const patience = 300_000;

/** `expect.poll` gives up after a second unless told: too soon for a machine that does other work. */
const polled = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    // Two cores: more workers than that only wait for each other's hashes and databases.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone, ...later],
          globalSetup: ['apps/server/test/harness/global-postgres.ts'],
          // The program is loaded once for each worker, not for each of 200 files: what it remembers it remembers for each
          // database, and every file has its own.
          isolate: false,
          testTimeout: patience,
          hookTimeout: patience,
          expect: polled,
        },
      },
      {
        test: {
          name: 'server alone',
          include: alone,
          exclude: [...configDefaults.exclude, ...later],
          globalSetup: ['apps/server/test/harness/global-postgres.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          expect: polled,
        },
      },
      {
        plugins: [texts()],
        resolve: { alias: { '#ui': web('ui'), '#lib': web('lib'), '#app': web('app'), '#features': web('features') } },
        test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
      },
    ],
  },
});
