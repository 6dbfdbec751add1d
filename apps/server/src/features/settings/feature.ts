import { endpointsOf } from '@waggle/contracts/endpoint';
import * as contract from '@waggle/contracts/sending';
import { defineFeature } from '#platform/feature.ts';
import { settingsSubjects } from './audited.sql.ts';
import { createSettings } from './create-settings.ts';
import * as events from './domains/events.ts';
import { settingsCrons, settingsHandlers } from './handlers.ts';
import { settingsRoutes } from './routes.ts';

export const settings = defineFeature({
  name: 'settings',
  endpoints: endpointsOf(contract),
  tables: ['sending_domains', 'dkim_keys', 'senders', 'smtp_connections'],
  create: (platform) => ({ ...createSettings(platform), limits: platform.limits }),
  routes: settingsRoutes,
  handlers: (parts, { mailer }) => settingsHandlers(parts, mailer),
  crons: settingsCrons,
  events: Object.values(events),
  subjects: settingsSubjects,
});
