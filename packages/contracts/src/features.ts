import { accounts } from './features/accounts.ts';
import { analytics } from './features/analytics.ts';
import { audit } from './features/audit.ts';
import { automations } from './features/automations.ts';
import { billing } from './features/billing.ts';
import { campaigns } from './features/campaigns.ts';
import { clientTemplates } from './features/client-templates.ts';
import { contacts } from './features/contacts.ts';
import { dashboard } from './features/dashboard.ts';
import { emailTemplates } from './features/email-templates.ts';
import { forms } from './features/forms.ts';
import { images } from './features/images.ts';
import { links } from './features/links.ts';
import { notifications } from './features/notifications.ts';
import { purchases } from './features/purchases.ts';
import { reports } from './features/reports.ts';
import { settings } from './features/settings.ts';

/** Rights and the groups of the audit log come from here, the groups in this order. */
export const features = [
  accounts,
  clientTemplates,
  automations,
  campaigns,
  contacts,
  emailTemplates,
  forms,
  images,
  links,
  purchases,
  settings,
  notifications,
  dashboard,
  analytics,
  reports,
  billing,
  audit,
] as const;
