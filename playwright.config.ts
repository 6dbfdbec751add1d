import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { isNightly } from './apps/server/test/harness/cases.ts';
import { origin } from './e2e/addresses.ts';

const chromium = '/usr/bin/chromium';
/** Chromium without a window of its own: journeys take a tenth less time. Debian builds both from one source. */
const windowless = '/usr/bin/chromium-headless-shell';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/e2e/crawl/**',
  // Lighthouse gave 99 points alone and 72 beside a journey: what is measured runs after all others.
  projects: [
    {
      name: 'journeys',
      testIgnore: ['**/e2e/crawl/**', '**/weight.spec.ts', '**/automations-canvas.spec.ts'],
      // What `pnpm nightly` adds: the same screens again with many more texts, people or looks.
      ...(isNightly ? {} : { grepInvert: /@nightly/ }),
      use: {
        launchOptions: { executablePath: existsSync(windowless) ? windowless : chromium, args },
        // Two cores draw every transition picture by picture: without motion a journey takes a tenth less time.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    { name: 'weight', testMatch: '**/weight.spec.ts', dependencies: ['journeys'] },
    { name: 'canvas', testMatch: '**/automations-canvas.spec.ts', dependencies: ['weight'] },
  ],
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  // Two cores carry the server, PostgreSQL and the browsers.
  workers: 2,
  // In CI one bad moment of the machine does not stop a change; it is told at the end of the log, as a defect to be mended.
  retries: process.env['CI'] ? 1 : 0,
  // Only for what hangs: a machine that others use too has taken three times the usual time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // A trace of every journey costs a quarter of the time: `pnpm e2e --trace on` when one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromium, args },
  },
  webServer: {
    command: 'node e2e/serve.ts',
    url: `${origin}/healthz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
