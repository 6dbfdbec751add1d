import { accounts } from './features/accounts/feature.ts';
import { analytics } from './features/analytics/feature.ts';
import { automations } from './features/automations/feature.ts';
import { billing } from './features/billing/feature.ts';
import { campaigns } from './features/campaigns/feature.ts';
import { contacts } from './features/contacts/feature.ts';
import { dashboard } from './features/dashboard/feature.ts';
import { forms } from './features/forms/feature.ts';
import { images } from './features/images/feature.ts';
import { emailTemplates } from './features/email-templates/feature.ts';
import { links } from './features/links/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { purchases } from './features/purchases/feature.ts';
import { settings } from './features/settings/feature.ts';

/** In the order in which they may use each other. The router takes its pages from here. */
export const features = [
  accounts,
  billing,
  settings,
  contacts,
  purchases,
  images,
  emailTemplates,
  campaigns,
  links,
  forms,
  automations,
  notifications,
  dashboard,
  analytics,
] as const;
