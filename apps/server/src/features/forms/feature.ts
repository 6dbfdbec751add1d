import { endpointsOf } from '@waggle/contracts/endpoint';
import * as submissions from '@waggle/contracts/form-submissions';
import * as contract from '@waggle/contracts/forms';
import { defineFeature } from '#platform/feature.ts';
import { createLinkKeys } from '#platform/tracking/link-keys.ts';
import { accounts } from '../accounts/feature.ts';
import { contacts } from '../contacts/feature.ts';
import { delivery } from '../delivery/feature.ts';
import { settings } from '../settings/feature.ts';
import { formSubjects } from './audited.sql.ts';
import { clientForms } from './client-archive/client-forms.ts';
import { formEmailSource } from './emails/source.ts';
import * as events from './events.ts';
import { formDrains, formHandlers } from './handlers.ts';
import { formCrons } from './jobs.ts';
import { formProgress } from './funnel/inbox-kinds.ts';
import { formConfirmation } from './opt-in/inbox-kinds.ts';
import { formRoutes } from './routes.ts';
import { formSubmission } from './submissions/inbox-kinds.ts';
import { formSubscriptions } from './subscriptions.ts';

export const forms = defineFeature({
  name: 'forms',
  endpoints: endpointsOf(contract, submissions),
  tables: [
    'forms',
    'form_counts',
    'form_versions',
    'form_snapshots',
    'form_submissions',
    'form_sent',
    'form_contacts',
    'form_spam',
    'form_emails',
    'form_notices',
    'form_days',
    'form_field_counts',
  ],
  create({ database, limits, mailer, installation }, partsOf) {
    const parts = {
      settings: partsOf(settings),
      linkKeys: createLinkKeys(database.tenant(null), partsOf(settings).secrets),
      limits,
      mailer,
      installation,
      running: partsOf(contacts).running,
    };
    partsOf(delivery).sources.push(formEmailSource(parts));
    partsOf(accounts).clientWork.push(clientForms);
    return parts;
  },
  routes: formRoutes,
  inboxKinds: [formSubmission, formProgress, formConfirmation],
  events: Object.values(events),
  handlers: formHandlers,
  crons: formCrons,
  drains: formDrains,
  subscriptions: formSubscriptions,
  subjects: formSubjects,
});
