import type { Campaigns } from '#features/campaigns/index.ts';
import type { BatchParts } from '#features/contacts/index.ts';
import type { Database } from '#platform/database/database.ts';
import type { Engine } from './engine/ports.ts';
import type { WebhookParts } from './webhooks/tell.ts';

/** What automations need beyond a tenant's rows; made once at start. */
export type Automations = {
  campaigns: Campaigns;
  contacts: BatchParts;
  database: Database;
  engine: Engine;
  webhooks: Omit<WebhookParts, 'answerRun'>;
};
