import type { Connection, Sender } from '../../packages/contracts/src/sending.ts';
import type { Ask } from './caller.ts';

/** A server that nobody runs any more, and a test email that it did not take. Campaigns of the client go by another one. */
export async function failConnection(ask: Ask, clientId: string | null): Promise<void> {
  await ask('POST', '/api/auth/set-active-client', { clientId });
  const { items } = await ask<{ items: Sender[] }>('GET', '/api/sending/senders');
  const connection = { name: 'Old mail server', host: '127.0.0.1', port: 9, tls: 'none', isDefault: false };
  const { id: connectionId } = await ask<Connection>('POST', '/api/sending/connections', connection);
  await ask('POST', '/api/sending/test', { senderId: items[0]!.id, connectionId });
  await ask('POST', '/api/auth/set-active-client', { clientId: null });
}
