import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Algorithm } from '../domains/keys.ts';
import { findDomain, findSigningKeys } from '../domains/queries.ts';
import { returnPathOf } from '../domains/records.ts';
import { isAligned } from '../domains/verdicts/dmarc.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { findDefaultSender, findUsableSender } from './queries.ts';

/** PKCS#8 PEM in the clear: never log, store or answer one. */
export type SigningKey = { domain: string; selector: string; algorithm: Algorithm; privateKey: string };

export type CampaignSender = {
  id: string;
  /** Null is the organization's own. */
  clientId: string | null;
  fromName: string;
  fromEmail: string;
  replyTo: string | null;
  domainId: string;
  domain: string;
  state: 'pending' | 'verified' | 'failing';
  /** Whether the signature speaks for the From address, by the relaxed rule of DMARC. */
  isAligned: boolean;
  /** Where bounces come back to; null uses the from address. */
  returnPathDomain: string | null;
  /** Day of its warm-up, from 1; null before the first campaign. */
  warmingDay: number | null;
  /** Those whose records were found; RSA first. */
  signingKeys: SigningKey[];
};

/** Nothing is mailed in the name of a domain that has not proven itself: neither a campaign nor a test of one. */
export function requireVerified({ state, isAligned, domain }: CampaignSender): void {
  if (state === 'verified' && isAligned) return;
  throw new Problem(
    'not_set_up',
    `Inbox providers don't trust emails from ${domain} yet. Publish its DNS records in Sending domains first.`,
  );
}

/** That sender, or the client's default, or the organization's. */
export async function senderForCampaign(
  settings: Settings,
  ctx: Context,
  { senderId, clientId }: { senderId: string | null; clientId: string | null },
): Promise<CampaignSender> {
  const wide = wholeOrganization(settings, ctx);
  const sender = senderId ? await findUsableSender(wide, senderId, clientId) : await findDefaultSender(wide, clientId);
  if (!sender && !senderId) throw new Problem('not_set_up', 'Add or choose a sender first.');
  const domain = sender && (await findDomain(wide, sender.domain_id));
  if (!sender || !domain) throw notFound();

  const keys = await findSigningKeys(wide, domain.id);
  return {
    id: sender.id,
    clientId: sender.client_id,
    fromName: sender.from_name,
    fromEmail: sender.from_email,
    replyTo: sender.reply_to,
    domainId: domain.id,
    domain: domain.domain,
    state: domain.state as CampaignSender['state'],
    isAligned: keys.length > 0 && isAligned(sender.from_email, domain.domain),
    returnPathDomain: domain.state === 'verified' ? returnPathOf(settings.config, domain.domain) : null,
    warmingDay: domain.warming_day,
    signingKeys: keys.map(({ selector, algorithm, private_key }) => ({
      domain: domain.domain,
      selector,
      algorithm: algorithm as Algorithm,
      privateKey: settings.secrets.decrypt({ purpose: 'dkim', owner: ctx.organizationId }, private_key),
    })),
  };
}
