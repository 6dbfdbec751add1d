import type { StatedConsent } from '@waggle/contracts/contacts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type ContactRow, insertActivity } from '../queries.ts';
import { insertConsent } from './queries.ts';

export type Stated = { consent?: StatedConsent | undefined; basis?: string | undefined };

/** Consent without a word on how it was given proves nothing. */
export function refuseUnproven({ consent, basis = '' }: Stated): void {
  if (consent !== 'granted' || basis !== '') return;
  const message = 'Tell us how they agreed';
  throw new Problem('invalid_input', message, { fields: { basis: message } });
}

/** What was said of a new contact's consent, as proof where there is one, and in its timeline. */
export async function noteStated(ctx: Context, contact: ContactRow, { consent, basis = '' }: Stated): Promise<void> {
  if (consent === undefined) return;
  if (consent === 'granted')
    await insertConsent(ctx, {
      contact_id: contact.id,
      client_id: contact.client_id,
      channel: 'email',
      state: consent,
      basis,
      source: 'team',
      recorded_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    });
  await insertActivity(ctx, contact, { type: `consent.${consent}`, data: { channel: 'email' } });
}
