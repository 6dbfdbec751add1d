import type { Channel } from '@waggle/contracts/contacts';
import { contactAddress } from '@waggle/contracts/fields';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { toE164 } from '../phones.ts';
import { findSuppressionOf, type SuppressionRow } from './list.sql.ts';
import { suppress } from './suppressions.ts';

/** Binds the client that is looked at; where none is, the whole organization. */
export function suppressByHand(ctx: Context, typed: { channel: Channel; address: string }): Promise<SuppressionRow> {
  const { channel } = typed;
  const address = validAddress(channel, typed.address);
  const clientId = activeClient(ctx);
  return inTransaction(ctx, async (ctx) => {
    await suppress(ctx, { channel, address, reason: 'manual', source: 'team', clientId });
    return findSuppressionOf(ctx, channel, address, clientId);
  });
}

const Address = contactAddress();

function validAddress(channel: Channel, typed: string): string {
  const address = channel === 'email' ? Address.safeParse(typed).data : toE164(typed);
  if (address) return address;
  const message = channel === 'email' ? 'Invalid email address' : 'Enter the number with its country code';
  throw new Problem('invalid_input', message, { fields: { address: message } });
}
