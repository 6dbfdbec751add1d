import * as contract from '@waggle/contracts/automations';
import * as trials from '@waggle/contracts/automation-trials';
import * as versions from '@waggle/contracts/automation-versions';
import { endpointsOf } from '@waggle/contracts/endpoint';
import { defineFeature } from '#platform/feature.ts';
import { accounts } from '../accounts/feature.ts';
import { campaigns } from '../campaigns/feature.ts';
import { contacts } from '../contacts/feature.ts';
import { settings } from '../settings/feature.ts';
import { automationSubjects } from './audited.sql.ts';
import { clientAutomations } from './client-archive/client-automations.ts';
import { createEngine } from './engine/create-engine.ts';
import { startJourneys } from './engine/loop.ts';
import { wakePeople } from './engine/wake.ts';
import { entrance } from './entries/enter-by-hand.ts';
import { enterPeople } from './entries/enter.ts';
import { automationHandlers } from './handlers.ts';
import type { Automations } from './parts.ts';
import { runningAutomations } from './references/running.sql.ts';
import { automationRoutes } from './routes.ts';
import { sequenceEngine } from './sequences/sequence-engine.ts';
import { trialCrons } from './trials/jobs.ts';
import { dateCrons } from './triggers/dates/jobs.ts';
import { triggerSubscription } from './triggers/subscription.ts';
import { webhookDelivery } from './webhooks/delivery.ts';
import { webhookCrons } from './webhooks/jobs.ts';

export const automations = defineFeature<Automations>({
  name: 'automations',
  endpoints: endpointsOf(contract, trials, versions),
  tables: [
    'automations',
    'automation_totals',
    'automation_versions',
    'automation_entries',
    'automation_runs',
    'automation_places',
    'automation_turns',
    'automation_past',
    'automation_counts',
    'automation_moves',
    'automation_trials',
    'automation_trial_people',
    'automation_webhooks',
    'webhook_secrets',
  ],
  create({ config, database, limits }, partsOf) {
    partsOf(contacts).entrances.push(entrance);
    partsOf(contacts).running.push(runningAutomations);
    partsOf(accounts).clientWork.push(clientAutomations);
    partsOf(campaigns).sequences.push(sequenceEngine({ campaigns: partsOf(campaigns) }));
    return {
      campaigns: partsOf(campaigns),
      contacts: partsOf(contacts),
      database,
      engine: createEngine(),
      webhooks: { ...webhookDelivery(config, limits), secrets: partsOf(settings).secrets },
    };
  },
  routes: automationRoutes,
  handlers: automationHandlers,
  crons: [...dateCrons, ...trialCrons, ...webhookCrons],
  subscriptions: () => [triggerSubscription({ enterPeople, wakePeople })],
  loop: ({ database, engine }, log, heartbeats) => startJourneys({ database, log, engine, heartbeats }),
  subjects: automationSubjects,
});
