import { holds } from '@waggle/contracts/campaigns';
import type { DnsRecord } from '@waggle/contracts/sending';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { findHeldAutomations, type HeldAutomation } from '../../automations/index.ts';
import { findHeldCampaigns, type HeldCampaign } from '../../campaigns/index.ts';
import { percentOf } from '../../engagement/index.ts';
import { findFailingConnections, findFailingDomains } from '../../settings/index.ts';
import type { Planned } from './planned.ts';
import { type Reason, recipientsOf } from './reason.ts';

/** Of each kind; more say nothing new about an agency. */
const most = 2_000;

/** What stands in the way of sending: campaigns and automations that wait for a person, domains and connections that fail. */
export async function sendingReasons(ctx: Context, planned: Planned): Promise<Reason[]> {
  const [held, automations, domains, connections] = await Promise.all([
    findHeldCampaigns(ctx, most),
    findHeldAutomations(ctx, most),
    findFailingDomains(ctx, most),
    findFailingConnections(ctx, most),
  ]);
  return [
    ...held.map(heldReason),
    ...automations.map(automationReason),
    ...domains.map((domain) => domainReason(domain, planned)),
    ...connections.map(connectionReason),
  ];
}

function heldReason({ id, name, clientId, since, hold, waiting, sent, bounced, complained }: HeldCampaign): Reason {
  const shared = { clientId, since: since.toISOString(), campaign: { id, name }, waiting };
  const guarded = holds.find((one) => one === hold);
  if (!guarded) return { kind: 'held', ...shared, path: `/dashboard/campaigns/${id}`, hold };
  const [people, event] =
    guarded === 'bounces' ? ([bounced, 'bounced'] as const) : ([complained, 'complained'] as const);
  return {
    kind: 'paused',
    ...shared,
    path: recipientsOf(id, event),
    hold: guarded,
    sent,
    rate: percentOf(people, sent) ?? 0,
  };
}

const automationReason = ({ id, name, clientId, isSequence, hold, since, inside }: HeldAutomation): Reason => ({
  kind: 'automation',
  clientId,
  since: since.toISOString(),
  path: `/dashboard/${isSequence ? 'campaigns' : 'automations'}/${id}`,
  automation: { id, name },
  hold,
  waiting: inside,
});

type FailingDomain = Awaited<ReturnType<typeof findFailingDomains>>[number];

function domainReason({ client_id, domain, records, since }: FailingDomain, planned: Planned): Reason {
  const required = (records as z.output<typeof DnsRecord>[]).filter((record) => record.required);
  const isFailing = ({ state }: { state: string }) => state === 'missing' || state === 'wrong';
  return {
    kind: 'domain',
    clientId: client_id!,
    since: since.toISOString(),
    path: '/dashboard/settings/domains',
    domain,
    failing: required.filter(isFailing).map(({ purpose, state }) => ({ purpose, isMissing: state === 'missing' })),
    passing: required.filter(({ state }) => state === 'found').map(({ purpose }) => purpose),
    next: planned(client_id!),
  };
}

type FailingConnection = Awaited<ReturnType<typeof findFailingConnections>>[number];

const connectionReason = ({ client_id, name, since }: FailingConnection): Reason => ({
  kind: 'connection',
  clientId: client_id!,
  since: since.toISOString(),
  path: '/dashboard/settings/connections',
  connection: name,
});
