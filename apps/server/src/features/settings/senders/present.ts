import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { createSender } from '@waggle/contracts/sending';
import type { ReadySender } from './senders.ts';

export const presentSender = ({ sender, isReady }: ReadySender): ReplyInput<typeof createSender> => ({
  id: sender.id,
  domainId: sender.domain_id,
  fromName: sender.from_name,
  fromEmail: sender.from_email,
  replyTo: sender.reply_to,
  isDefault: sender.is_default,
  isReady,
  clientId: sender.client_id,
  createdAt: sender.created_at.toISOString(),
});
