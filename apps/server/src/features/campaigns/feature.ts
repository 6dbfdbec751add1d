import * as audience from '@waggle/contracts/campaign-audience';
import * as checks from '@waggle/contracts/campaign-checks';
import * as publicPage from '@waggle/contracts/campaign-public-page';
import * as recipients from '@waggle/contracts/campaign-recipients';
import * as report from '@waggle/contracts/campaign-report';
import * as contract from '@waggle/contracts/campaigns';
import * as versions from '@waggle/contracts/campaign-versions';
import * as contactEmails from '@waggle/contracts/contact-emails';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { accounts } from '../accounts/feature.ts';
import { contacts } from '../contacts/feature.ts';
import { delivery } from '../delivery/feature.ts';
import { images } from '../images/feature.ts';
import { settings } from '../settings/feature.ts';
import { campaignSubjects } from './audited/queries.ts';
import { clientCampaigns } from './client-archive/client-campaigns.ts';
import { createCampaigns } from './create-campaigns.ts';
import * as inboxKinds from './delivery-events/inbox-kinds.ts';
import * as events from './events.ts';
import { campaignDrains, campaignHandlers } from './handlers.ts';
import { campaignsWithImage } from './image-uses.sql.ts';
import { campaignCrons } from './jobs.ts';
import { linkCheckHandlers } from './link-checks/handlers.ts';
import { campaignRoutes } from './routes.ts';
import { campaignSource } from './sending/campaign-source.ts';
import { openCampaign } from './sending/open-campaign.ts';
import { startCampaigns } from './sending/start-campaigns.ts';
import { campaignsOfTopic } from './topics/queries.ts';
import { scheduledCampaigns } from './zone-change/keep-clock.ts';

export const campaigns = defineFeature({
  name: 'campaigns',
  endpoints: endpointsOf(contract, audience, recipients, report, versions, checks, contactEmails, publicPage),
  tables: [
    'campaigns',
    'campaign_acknowledgements',
    'campaign_contents',
    'campaign_send_values',
    'campaign_links',
    'campaign_exclusions',
    'campaign_sends',
    'campaign_versions',
    'campaign_step_contents',
    'campaign_progress',
    'campaign_progress_deltas',
    'campaign_mailboxes',
    'campaign_mailbox_deltas',
    'campaign_cohorts',
    'campaign_left_out',
    'campaign_link_checks',
    'link_keys',
  ],
  create({ installation }, partsOf) {
    const { running } = partsOf(contacts);
    const parts = { ...createCampaigns(partsOf(settings), installation), running };
    partsOf(delivery).sources.push(campaignSource(parts.settings.database, (live) => openCampaign(parts, live)));
    partsOf(accounts).scheduleOwners.push(scheduledCampaigns);
    partsOf(accounts).clientWork.push(clientCampaigns(parts));
    partsOf(images).owners.push(campaignsWithImage);
    partsOf(contacts).topicUses.push(campaignsOfTopic);
    return parts;
  },
  routes: campaignRoutes,
  handlers: (parts, platform) => [...campaignHandlers(parts), ...linkCheckHandlers(parts, platform)],
  crons: campaignCrons,
  events: Object.values(events),
  inboxKinds: Object.values(inboxKinds),
  drains: campaignDrains,
  loop: startCampaigns,
  subjects: campaignSubjects,
});
