import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const { projects: _projects, ...shared } = journeys;

/** `pnpm crawl`: half an hour, so it is no part of `pnpm e2e`. */
export default defineConfig({ ...shared, testDir: 'e2e/crawl', testIgnore: [] });
