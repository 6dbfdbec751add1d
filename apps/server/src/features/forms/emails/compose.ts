import { FormDefinition } from '@waggle/contracts/form-definition';
import { waggle } from '@waggle/email/mail-product';
import { type MailBrand, renderSystemMail } from '@waggle/email/system-mail';
import { findContact } from '#features/contacts/index.ts';
import { type CampaignSender, signedMessage } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { LinkKey } from '#platform/tracking/mac.ts';
import { pathOf, signToken } from '#platform/tracking/token.ts';
import type { Forms } from '../parts.ts';
import { findVersion } from '../versions/queries.ts';
import { answerText } from './answer-text.ts';
import type { Compose } from './ledger.ts';
import type { ClaimedEmail } from './queries.ts';
import { emailWords } from './words.ts';

type Look = {
  sender: CampaignSender;
  brand: MailBrand | undefined;
  linkKey: LinkKey;
  /** Where its links begin. */
  origin: string;
};

/** Emails of forms in the name, colors and address of the client whose form it is. */
export function createCompose({ settings }: Forms, ctx: Context, { sender, brand, linkKey, origin }: Look): Compose {
  const { CELL: cell } = settings.config;
  // Recipients see the brand of the client, whatever its people call the product.
  const branded = { product: waggle, ...(brand && { brand }) };

  const linkOf = ({ formId, sendId }: ClaimedEmail) =>
    `${origin}${pathOf.confirm}${signToken(linkKey, {
      purpose: 'confirm',
      cell,
      organizationId: ctx.organizationId,
      campaignId: formId,
      sendId,
      linkNo: 0,
    })}`;

  function confirmation(row: ClaimedEmail) {
    const words = emailWords[row.locale];
    const content = renderSystemMail({
      locale: row.locale,
      title: words.subject,
      lines: [words.line(brand?.name ?? sender.fromName)],
      ...(row.consentText && { facts: [{ label: words.agreed, value: row.consentText }] }),
      action: words.action,
      link: linkOf(row),
      closing: words.closing,
      ...branded,
    });
    return { subject: words.subject, ...content };
  }

  async function answer(row: ClaimedEmail & { email: string }) {
    const [version, contact] = await Promise.all([
      findVersion(ctx, row.formId, row.version),
      findContact(ctx, row.contactId),
    ]);
    const { answerEmail } = FormDefinition.parse(version?.definition).settings;
    const attributes = (contact?.attributes ?? {}) as Record<string, unknown>;
    const { first_name: firstName = null, last_name: lastName = null, phone = null, company = null } = contact ?? {};
    const person = { email: row.email, firstName, lastName, phone, company, attributes };
    const { subject, lines } = answerText(answerEmail, person);
    const closing = emailWords[row.locale].because;
    return { subject, ...renderSystemMail({ locale: row.locale, title: subject, lines, closing, ...branded }) };
  }

  return async (row) => {
    const content = row.kind === 'confirmation' ? confirmation(row) : await answer(row);
    return signedMessage(sender, { to: row.email, id: row.sendId, ...content });
  };
}
