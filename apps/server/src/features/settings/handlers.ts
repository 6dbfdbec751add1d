import type { Cron } from '#platform/jobs/cron.ts';
import type { Handler } from '#platform/jobs/handlers.ts';
import { domainHandlers } from './domains/handlers.ts';
import { domainCrons } from './domains/jobs.ts';
import type { Settings } from './settings.ts';

export const settingsHandlers = (settings: Settings): Handler[] => domainHandlers(settings);
export const settingsCrons: Cron[] = domainCrons;
