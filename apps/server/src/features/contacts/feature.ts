import * as companies from '@waggle/contracts/companies';
import * as contactBatches from '@waggle/contracts/contact-batches';
import * as contactEvents from '@waggle/contracts/contact-events';
import * as contactFields from '@waggle/contracts/contact-fields';
import * as contactNotes from '@waggle/contracts/contact-notes';
import * as contactTasks from '@waggle/contracts/contact-tasks';
import * as contactViews from '@waggle/contracts/contact-views';
import * as contactsContract from '@waggle/contracts/contacts';
import { endpointsOf } from '@waggle/contracts/endpoint';
import * as imports from '@waggle/contracts/imports';
import * as segments from '@waggle/contracts/segments';
import * as suppressions from '@waggle/contracts/suppressions';
import * as tags from '@waggle/contracts/tags';
import * as topics from '@waggle/contracts/topics';
import { defineFeature } from '#platform/feature.ts';
import { settings } from '../settings/feature.ts';
import { contactSubjects } from './audited.sql.ts';
import * as events from './events.ts';
import { contactCrons, contactHandlers } from './handlers.ts';
import * as importEvents from './import/events.ts';
import { createErasureJournal } from './privacy/erasure-journal.ts';
import { type ContactParts, contactRoutes } from './routes.ts';
import { memberSubscription } from './segments/members/follow.ts';

export const contacts = defineFeature<ContactParts>({
  name: 'contacts',
  endpoints: endpointsOf(
    contactsContract,
    companies,
    contactBatches,
    contactEvents,
    contactFields,
    contactNotes,
    contactTasks,
    contactViews,
    suppressions,
    segments,
    imports,
    tags,
    topics,
  ),
  tables: [
    'contacts',
    'contact_counts',
    'contact_tallies',
    'contact_cohorts',
    'contact_companies',
    'contact_words',
    'tags',
    'tag_counts',
    'contact_tags',
    'contact_activity',
    'contact_fields',
    'contact_batches',
    'contact_changes',
    'contact_merges',
    'contact_notes',
    'contact_tasks',
    'contact_views',
    'segments',
    'segment_counts',
    'segment_watches',
    'segment_members',
    'suppressions',
    'suppression_keys',
    'consents',
    'topics',
    'topic_choices',
    'imports',
    'import_parts',
    'import_errors',
  ],
  create: ({ config, installation }, partsOf) => ({
    entrances: [],
    running: [],
    topicUses: [],
    demo: config.WAGGLE_MODE === 'demo',
    journal: createErasureJournal(installation, partsOf(settings).secrets),
  }),
  events: [...Object.values(events), ...Object.values(importEvents)],
  routes: contactRoutes,
  handlers: contactHandlers,
  crons: contactCrons,
  subscriptions: () => [memberSubscription],
  subjects: contactSubjects,
});
