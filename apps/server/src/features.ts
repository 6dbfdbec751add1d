import { accounts } from './features/accounts/feature.ts';
import { analytics } from './features/analytics/feature.ts';
import { audit } from './features/audit/feature.ts';
import { automations } from './features/automations/feature.ts';
import { billing } from './features/billing/feature.ts';
import { campaigns } from './features/campaigns/feature.ts';
import { clientTemplates } from './features/client-templates/feature.ts';
import { contacts } from './features/contacts/feature.ts';
import { dashboard } from './features/dashboard/feature.ts';
import { delivery } from './features/delivery/feature.ts';
import { emailTemplates } from './features/email-templates/feature.ts';
import { engagement } from './features/engagement/feature.ts';
import { forms } from './features/forms/feature.ts';
import { images } from './features/images/feature.ts';
import { links } from './features/links/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { plans } from './features/plans/feature.ts';
import { purchases } from './features/purchases/feature.ts';
import { reports } from './features/reports/feature.ts';
import { settings } from './features/settings/feature.ts';
import { createFeatures, type Feature, type Platform } from './platform/feature.ts';
import { createHosts } from './platform/hosts/hosts.ts';
import { unguarded } from './platform/installation/installation.ts';
import { createMailer } from './platform/mail/mail.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createStorage } from './platform/storage/storage.ts';

/** In the order in which they may use each other. Routes, jobs, drains, loops, the audit log and table owners come from here. */
export const features: readonly Feature[] = [
  accounts,
  plans,
  settings,
  contacts,
  engagement,
  purchases,
  delivery,
  links,
  forms,
  images,
  campaigns,
  emailTemplates,
  clientTemplates,
  notifications,
  automations,
  dashboard,
  analytics,
  reports,
  billing,
  audit,
];

/** Every declared call. The API reference, the tenant matrix and the role matrix are generated from this list. */
export const endpoints = features.flatMap((feature) => feature.endpoints);

type Given = Pick<Platform, 'config' | 'database' | 'log'> & Partial<Platform>;

/** Every feature with its parts, for one process. */
export function assemble(given: Given) {
  const { config, database } = given;
  const limits = createRateLimits(database.pool, config.UNSAFE_NO_RATE_LIMITS);
  const mailer = createMailer(config);
  const storage = createStorage(given);
  const hosts = given.hosts ?? createHosts(given);
  const made = createFeatures(features, { limits, mailer, storage, installation: unguarded, ...given, hosts });
  return { ...made, limits, storage, close: () => mailer.close() };
}
