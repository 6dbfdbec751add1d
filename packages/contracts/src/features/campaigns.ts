import { defineFeature } from '../feature.ts';
import { editors, everybody, everybodyAndGuests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    campaign: true;
    'campaign-version': true;
  }
}

export const campaigns = defineFeature({
  name: 'campaigns',
  rights: {
    'campaigns:read': everybody,
    'campaigns:figures': everybodyAndGuests,
    'campaigns:write': editors,
    'campaigns:send': editors,
    'campaigns:export': editors,
  },
  auditGroups: { campaigns: ['campaigns.', 'contact-emails.', 'email-templates.', 'saved-blocks.', 'images.'] },
  auditedExports: ['campaigns.proof', 'campaigns.exportRecipients', 'campaigns.exportLeftOut'],
});
