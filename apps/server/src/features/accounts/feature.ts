import * as accountsContract from '@waggle/contracts/accounts';
import * as brand from '@waggle/contracts/brand';
import * as clients from '@waggle/contracts/clients';
import * as emailChange from '@waggle/contracts/email-change';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as joining from '@waggle/contracts/joining';
import * as organization from '@waggle/contracts/organization';
import * as profile from '@waggle/contracts/profile';
import * as team from '@waggle/contracts/team';
import { defineFeature } from '#platform/feature.ts';
import type { ServedAccounts } from './accounts.ts';
import { accountSubjects } from './audited.sql.ts';
import * as events from './events.ts';
import { createAccounts } from './create-accounts.ts';
import { accountHandlers } from './handlers.ts';
import { accountCrons } from './jobs.ts';
import { accountRoutes } from './routes.ts';

export const accounts = defineFeature({
  name: 'accounts',
  endpoints: endpointsOf(accountsContract, joining, organization, profile, emailChange, clients, team, brand),
  tables: [
    'organizations',
    'clients',
    'brands',
    'members',
    'invitations',
    'directory.users',
    'directory.accounts',
    'directory.sessions',
    'directory.verifications',
    'directory.two_factors',
    'directory.email_changes',
  ],
  create: (platform): ServedAccounts => ({
    ...createAccounts(platform),
    storage: platform.storage,
    scheduleOwners: [],
  }),
  routes: accountRoutes,
  handlers: (parts, { mailer }) => accountHandlers(parts, mailer),
  crons: accountCrons,
  events: Object.values(events),
  subjects: accountSubjects,
});
