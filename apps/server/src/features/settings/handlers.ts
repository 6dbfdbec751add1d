import type { Cron } from '#platform/jobs/cron.ts';
import type { Handler } from '#platform/jobs/handlers.ts';
import { domainHandlers } from './domains/handlers.ts';
import { domainMailHandlers } from './domains/mail/handlers.ts';
import { domainCrons } from './domains/jobs.ts';
import { hostHandlers } from './hosts/handlers.ts';
import { hostCrons } from './hosts/jobs.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { Settings } from './settings.ts';

export const settingsHandlers = (settings: Settings, mailer: Mailer): Handler[] => [
  ...domainHandlers(settings),
  ...domainMailHandlers(settings, mailer),
  ...hostHandlers(settings),
];
export const settingsCrons: Cron[] = [...domainCrons, ...hostCrons];
