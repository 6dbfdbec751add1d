import { type AttentionItem, type listAttention, mostAttention } from '@waggle/contracts/control-room';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import type { Settings } from '../../settings/index.ts';
import { mayRead } from '../may-read.ts';
import { type ListedClient, logoUrl, readClients } from './clients.ts';
import { type Reason, worstFirst } from './reason.ts';
import { withoutSnoozed } from './snoozes.ts';
import { readStates } from './states.ts';

/** One line for a client, of the worst of the reasons that make up its health. */
export async function readAttention(settings: Settings, ctx: Context): Promise<ReplyInput<typeof listAttention>> {
  const clients = await readClients(ctx);
  const { reasons } = await readStates(ctx, clients);
  const openOf = await withoutSnoozed(ctx, reasons);
  const items = clients.flatMap((client) => {
    const [worst] = openOf(client.id).open;
    return worst ? [present(settings, ctx, client, worst)] : [];
  });
  const needed = clients.filter(({ id }) => reasons.has(id)).length;
  return {
    items: worstFirst(items).slice(0, mostAttention),
    total: items.length,
    snoozed: needed - items.length,
    clear: clients.length - needed,
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
