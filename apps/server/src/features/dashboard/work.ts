import type { readWorkInFlight } from '@waggle/contracts/dashboard';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { type AutomationInFlight, findAutomationsInFlight } from '../automations/index.ts';
import { type CampaignInFlight, findCampaignsInFlight } from '../campaigns/index.ts';
import { findOpenImports, type OpenImport } from '../contacts/index.ts';
import { mayRead } from './may-read.ts';

type Work = ReplyInput<typeof readWorkInFlight>['items'][number];

/** More than a card shows at a glance; the lists have them all. */
const most = 8;
/** Automations go on for years: they must not push out what ends today. */
const mostAutomations = 3;

/** What moves first. An import that waits for its person stands with what is paused. */
const places: Record<Work['state'], number> = {
  sending: 0,
  running: 0,
  held: 1,
  live: 2,
  closing: 2,
  paused: 3,
  waiting: 3,
  scheduled: 4,
};

export async function readWork(ctx: Context): Promise<{ items: Work[] }> {
  const [campaigns, imports, automations] = await Promise.all([
    findCampaignsInFlight(ctx, most),
    mayRead(ctx, 'contacts:write') ? findOpenImports(ctx, most) : [],
    mayRead(ctx, 'automations:read') ? findAutomationsInFlight(ctx, mostAutomations) : [],
  ]);
  const items = [
    ...campaigns.map(presentCampaign),
    ...imports.map(presentImport),
    ...automations.map(presentAutomation),
  ];
  return { items: items.toSorted((a, b) => places[a.state] - places[b.state]).slice(0, most) };
}

function presentCampaign(campaign: CampaignInFlight): Work {
  const { id, name, clientId, state, scheduledAt, audience: total, waiting, delivered, opened } = campaign;
  return {
    kind: 'campaign',
    id,
    name,
    clientId,
    state,
    done: Math.max(0, (total ?? 0) - waiting),
    total,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    openRate: delivered > 0 ? (100 * opened) / delivered : null,
  };
}

const presentAutomation = ({ entered, ended, ...automation }: AutomationInFlight): Work => ({
  kind: 'automation',
  ...automation,
  done: Math.min(ended, entered),
  total: entered,
});

const presentImport = (open: OpenImport): Work => ({ kind: 'import', ...open });
