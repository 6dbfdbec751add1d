import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `pnpm crawl`: half an hour, so it is no part of `pnpm e2e`. */
export default defineConfig(journeys, { testDir: 'e2e/crawl', testIgnore: [] });
