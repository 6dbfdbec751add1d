import { type AttentionItem, type listAttention, mostAttention } from '@waggle/contracts/control-room';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import type { Settings } from '../../settings/index.ts';
import { mayRead } from '../may-read.ts';
import { type ListedClient, logoUrl, readClients } from './clients.ts';
import { type Reason, worstFirst } from './reason.ts';
import { readStates } from './states.ts';

/** One line for a client, of the worst of the reasons that make up its health. */
export async function readAttention(settings: Settings, ctx: Context): Promise<ReplyInput<typeof listAttention>> {
  const clients = await readClients(ctx);
  const { reasons } = await readStates(ctx, clients);
  const items = clients.flatMap((client) => {
    const [worst] = reasons.get(client.id) ?? [];
    return worst ? [present(settings, ctx, client, worst)] : [];
  });
  return {
    items: worstFirst(items).slice(0, mostAttention),
    total: items.length,
    clear: clients.length - items.length,
  };
}

function present(settings: Settings, ctx: Context, client: ListedClient, reason: Reason): AttentionItem {
  const { clientId, ...known } = reason;
  const item = {
    ...known,
    key: `${known.kind} ${clientId}`,
    client: { id: clientId, name: client.name, logoUrl: logoUrl(settings, client) },
  };
  return item.kind === 'connection' && !mayRead(ctx, 'sending:read') ? { ...item, connection: null } : item;
}
