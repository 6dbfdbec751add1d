import type { Context } from '#platform/context.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import { findSenderNames } from './queries.ts';

export type SenderName = { name: string; email: string };
type Chosen = { senderId: string | null; clientId: string | null };

/** Who each of these comes from: the chosen sender, or the client's default, or the organization's. */
export async function senderNames(
  settings: Settings,
  ctx: Context,
  chosen: readonly Chosen[],
): Promise<(one: Chosen) => SenderName | null> {
  const ids = chosen.flatMap(({ senderId }) => senderId ?? []);
  const known = await findSenderNames(wholeOrganization(settings, ctx), ids);
  const defaultOf = (clientId: string | null) =>
    known.find((sender) => sender.isDefault && sender.clientId === clientId);
  return ({ senderId, clientId }) =>
    (senderId === null
      ? (defaultOf(clientId) ?? defaultOf(null))
      : known.find((sender) => sender.id === senderId && (sender.clientId === null || sender.clientId === clientId))) ??
    null;
}
