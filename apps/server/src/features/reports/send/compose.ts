import { renderReportMail } from '@waggle/email/report/mail';
import type { Report } from '@waggle/email/report/report';
import { headOf } from '@waggle/email/system-mail';
import { mailBrandOf, mailProductOf } from '#features/accounts/index.ts';
import { type CampaignSender, signedMessage } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { addressOf } from '../links/token.ts';
import type { Reports } from '../parts.ts';
import { drawPictures } from './pictures.ts';

type Email = {
  id: string;
  to: string;
  report: Report;
  token: string;
  expiresAt: Date;
  /** Null in a test. */
  stopLink: string | null;
};

/** A report in the name and the brand of the organization, or of its own product, whichever client it is about. The context sees the whole organization. */
export async function composeReport(
  { settings }: Reports,
  ctx: Context,
  sender: CampaignSender,
  { id, to, report, token, expiresAt, stopLink }: Email,
): Promise<Buffer> {
  const { PUBLIC_URL: publicUrl } = settings.config;
  const [brand, product, pictures] = await Promise.all([
    mailBrandOf(ctx, publicUrl, null),
    mailProductOf(ctx, publicUrl),
    drawPictures(report),
  ]);
  const head = headOf(product, brand);
  const cid = (name: string) => pictures.find((picture) => picture.filename === `${name}.png`)?.cid ?? null;
  const content = renderReportMail({
    report,
    brand: head && { ...head, postalAddress: brand?.postalAddress ?? '' },
    link: addressOf(publicUrl, token),
    until: expiresAt.toISOString().slice(0, 10),
    stopLink,
    pictures: { contacts: cid('contacts')!, revenue: cid('revenue') },
  });
  return signedMessage(sender, { to, id, pictures, ...content, ...(stopLink !== null && { stopLink }) });
}
