import { randomUUID } from 'node:crypto';
import type { Locale } from '@waggle/contracts/fields';
import { renderSystemMail } from '@waggle/email/system-mail';
import type { CampaignSender } from '../senders/for-campaign.ts';
import { signedMessage } from '../senders/signed-message.ts';
import { type Tested, testWords } from './words.ts';

/** What a receiver sees of a campaign of this sender. */
export function composeTest(sender: CampaignSender, to: string, locale: Locale, tested: Tested): Promise<Buffer> {
  const { subject, ...parts } = testWords(locale, sender, tested);
  return signedMessage(sender, { to, subject, ...renderSystemMail({ locale, ...parts }), id: randomUUID() });
}
