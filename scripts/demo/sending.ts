import type { Sender, SendingDomain } from '../../packages/contracts/src/sending.ts';
import type { Company } from './companies.ts';
import type { Ask } from './caller.ts';
import type { Demo } from './demo.ts';

/** A verified domain, a sender and a postal address. The records are published first, so that the check finds them in DNS. */
export async function prepareSending(
  { publish }: Pick<Demo, 'publish'>,
  ask: Ask,
  { domain: name, sender, postalAddress }: Company,
): Promise<Sender> {
  const { id, records } = await ask<SendingDomain>('POST', '/api/sending/domains', { domain: name });
  publish(records);
  const { state } = await ask<SendingDomain>('POST', `/api/sending/domains/${id}/check`);
  if (state !== 'verified') throw new Error(`The records of ${name} were published and not found: it is ${state}.`);
  // A new domain may send 500 emails on its first day; three months of campaigns leave within a minute here.
  await ask('POST', `/api/sending/domains/${id}/warm`);
  await ask('PUT', '/api/sending/address', { postalAddress });
  return ask<Sender>('POST', '/api/sending/senders', {
    fromName: sender.name,
    fromEmail: `${sender.mailbox}@${name}`,
    isDefault: true,
  });
}
