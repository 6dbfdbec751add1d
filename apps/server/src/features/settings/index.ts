export { postalAddressOf } from './address/address.ts';
export { dialFor } from './connections/destination.ts';
export { connectionFor, type Transport } from './connections/route.ts';
export { dailyCap } from './domains/warm-up.ts';
export { type CampaignSender, requireVerified, senderForCampaign } from './senders/for-campaign.ts';
export { type Settings, wholeOrganization } from './settings.ts';
export { deliverTest } from './test-mail/deliver-test.ts';
