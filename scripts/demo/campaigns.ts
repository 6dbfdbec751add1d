import { setTimeout as pause } from 'node:timers/promises';
import type { Campaign } from '../../packages/contracts/src/campaigns.ts';
import { escapeHtml } from '../../packages/email/src/escape-html.ts';
import type { Ask } from './caller.ts';
import type { Company, Mailing } from './companies.ts';

export const saveDraft = (
  ask: Ask,
  company: Company,
  mailing: Mailing,
  more: { clientId: string | null; scheduledAt?: string },
): Promise<Campaign> =>
  ask('POST', '/api/campaigns', {
    name: mailing.name,
    subject: mailing.subject,
    previewText: mailing.preview,
    htmlContent: htmlOf(company, mailing),
    textContent: `Hello {{ first_name }},\n\n${mailing.text}\n\n${mailing.button}: ${linkOf(company, mailing)}\n`,
    ...more,
  });

/** Sends, and answers when the worker has delivered the last email. */
export async function sendNow(ask: Ask, campaign: Campaign): Promise<Campaign> {
  await ask('POST', `/api/campaigns/${campaign.id}/send`);
  return until(ask, campaign.id, ({ status }) => status === 'COMPLETED');
}

export async function until(ask: Ask, id: string, isDone: (campaign: Campaign) => boolean): Promise<Campaign> {
  for (const deadline = Date.now() + 120_000; ; await pause(250)) {
    const campaign = await ask<Campaign>('GET', `/api/campaigns/${id}`);
    if (isDone(campaign)) return campaign;
    if (Date.now() > deadline)
      throw new Error(`"${campaign.name}" is ${campaign.status} after two minutes: ${JSON.stringify(campaign.stats)}`);
  }
}

const siteOf = ({ domain }: Company): string => `https://www.${domain}`;
const linkOf = (company: Company, { path }: Mailing): string => `${siteOf(company)}${path}`;

/** Two links: who follows all links of an email at once counts as a machine. */
export const htmlOf = (
  company: Company,
  mailing: Mailing,
): string => `<html lang="en"><body style="margin:0;background:#f5f4f1">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;font-family:Georgia,serif;color:#22201c">
<p style="margin:0 0 24px;font-size:14px;letter-spacing:1px;color:${company.color}"><a href="${siteOf(company)}/" style="color:${company.color};text-decoration:none">${escapeHtml(company.sender.name)}</a></p>
<h1 style="margin:0 0 16px;font-size:28px;line-height:34px">${escapeHtml(mailing.subject)}</h1>
<p style="font-size:17px;line-height:27px">Hello {{ first_name }},</p>
<p style="font-size:17px;line-height:27px">${escapeHtml(mailing.text)}</p>
<p style="margin:28px 0"><a href="${linkOf(company, mailing)}" style="display:inline-block;padding:12px 22px;background:${company.color};color:#ffffff;text-decoration:none;font-family:Arial,sans-serif;font-size:15px">${escapeHtml(mailing.button)}</a></p>
</div></body></html>`;
