import * as clientSetups from '@waggle/contracts/client-setups';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as frequencyCap from '@waggle/contracts/frequency-cap';
import * as hosts from '@waggle/contracts/hosts';
import * as contract from '@waggle/contracts/sending';
import { defineFeature } from '#platform/feature.ts';
import { settingsSubjects } from './audited.sql.ts';
import { createSettings } from './create-settings.ts';
import * as events from './domains/events.ts';
import * as hostEvents from './hosts/events.ts';
import { settingsCrons, settingsHandlers } from './handlers.ts';
import { settingsRoutes } from './routes.ts';

export const settings = defineFeature({
  name: 'settings',
  endpoints: endpointsOf(contract, clientSetups, hosts, frequencyCap),
  tables: ['sending_domains', 'dkim_keys', 'senders', 'smtp_connections', 'hosts'],
  create: (platform) => ({ ...createSettings(platform), limits: platform.limits }),
  routes: settingsRoutes,
  handlers: (parts, { mailer }) => settingsHandlers(parts, mailer),
  crons: settingsCrons,
  events: [...Object.values(events), ...Object.values(hostEvents)],
  subjects: settingsSubjects,
});
