import * as accountsContract from '@waggle/contracts/accounts';
import * as brand from '@waggle/contracts/brand';
import * as clients from '@waggle/contracts/clients';
import * as emailChange from '@waggle/contracts/email-change';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as guests from '@waggle/contracts/guests';
import * as joining from '@waggle/contracts/joining';
import * as legal from '@waggle/contracts/legal';
import * as organization from '@waggle/contracts/organization';
import * as passkeySignIn from '@waggle/contracts/passkey-sign-in';
import * as passkeys from '@waggle/contracts/passkeys';
import * as product from '@waggle/contracts/product';
import * as profile from '@waggle/contracts/profile';
import * as team from '@waggle/contracts/team';
import * as whiteLabel from '@waggle/contracts/white-label';
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
  endpoints: endpointsOf(
    accountsContract,
    passkeySignIn,
    joining,
    organization,
    profile,
    passkeys,
    emailChange,
    clients,
    team,
    brand,
    legal,
    product,
    whiteLabel,
    guests,
  ),
  tables: [
    'organizations',
    'clients',
    'brands',
    'white_labels',
    'members',
    'invitations',
    'guest_links',
    'guest_sessions',
    'directory.users',
    'directory.accounts',
    'directory.sessions',
    'directory.verifications',
    'directory.two_factors',
    'directory.email_changes',
    'directory.passkeys',
    'directory.passkey_challenges',
  ],
  create: (platform): ServedAccounts => ({
    ...createAccounts(platform),
    storage: platform.storage,
    scheduleOwners: [],
    clientWork: [],
  }),
  routes: accountRoutes,
  handlers: (parts, { mailer }) => accountHandlers(parts, mailer),
  crons: accountCrons,
  events: Object.values(events),
  subjects: accountSubjects,
});
