import { clientByMark } from '#features/accounts/index.ts';
import { chooseTopics, type TopicChoice } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { findSenders } from '../topics/queries.ts';
import { forgottenAmong } from './forgotten.ts';
import { findSends } from './queries.ts';

/** Readers who said, through a mail of ours, which topics they want; and what the team recorded, of a database that was restored. */
export async function recordTopics(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const found = await findSends(ctx, [...new Set(events.flatMap(({ signals }) => signals.sendId ?? []))]);
  const sends = new Map(found.map((send) => [send.sendId, send]));
  const senders = await findSenders(ctx, [...new Set(found.map(({ campaignId }) => campaignId))]);
  const received = events.flatMap((event): TopicChoice[] => {
    const send = sends.get(event.signals.sendId ?? '');
    if (!send) return [];
    const { contactId, campaignId, clientId } = send;
    const senderId = senders.get(campaignId) ?? null;
    // A mail that was tried again may have gone to another address than the one its link was signed for.
    return hashesOf(event, send.addressHash).flatMap((addressHash) =>
      choicesIn(event, { contactId, clientId, senderId, addressHash }),
    );
  });
  await chooseTopics(ctx, [...received, ...(await forgottenChoices(ctx, events))]);
}

function hashesOf({ signals }: InboxEvent, ofLedger: Buffer | null): (Buffer | null)[] {
  const ofLink = signals.addressHash ? Buffer.from(signals.addressHash, 'hex') : null;
  if (ofLink === null) return [ofLedger];
  return ofLedger === null || ofLedger.equals(ofLink) ? [ofLink] : [ofLink, ofLedger];
}

/** The link itself says whose address it is. */
async function forgottenChoices(ctx: Context, events: readonly InboxEvent[]): Promise<TopicChoice[]> {
  const choices: TopicChoice[] = [];
  for (const { event, addressHash, clientMark } of await forgottenAmong(ctx, events)) {
    const clientId = await clientByMark(ctx, clientMark);
    const gone = { contactId: null, clientId, senderId: clientId };
    choices.push(...choicesIn(event, { ...gone, addressHash: Buffer.from(addressHash, 'hex') }));
  }
  return choices;
}

type About = Omit<TopicChoice, 'topicId' | 'optedOut' | 'askedAt' | 'source'>;

const choicesIn = ({ happenedAt, signals }: InboxEvent, about: About): TopicChoice[] =>
  (signals.topics ?? []).map(({ id, out }) => ({
    ...about,
    topicId: id,
    optedOut: out,
    askedAt: happenedAt,
    source: signals.byTeam ? 'team' : 'person',
  }));
