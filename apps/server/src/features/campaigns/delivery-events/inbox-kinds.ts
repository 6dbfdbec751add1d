import { z } from 'zod';
import { mostTopicsShown, pauseChoices } from '#platform/inbox/event.ts';
import { defineInboxKind, requestSignals } from '#platform/inbox/kind.ts';

const hex = (bytes: number) =>
  z
    .string()
    .regex(/^[0-9a-f]*$/)
    .length(bytes * 2);
const ofMail = requestSignals.extend({ sendId: z.guid() });
/** What a link out of a mail carries for the time when the ledger has forgotten the mail. */
const ofWayOut = ofMail.extend({ addressHash: hex(32).optional(), clientMark: z.string().max(64).optional() });
const report = z.looseObject({ provider: z.enum(['ses', 'postmark', 'smtp']), text: z.string() });

export const open = defineInboxKind('open', ofMail);
export const click = defineInboxKind('click', ofMail.extend({ linkNo: z.int().min(0).optional() }));
export const unsubscribe = defineInboxKind('unsubscribe', ofWayOut);
export const resubscribe = defineInboxKind('resubscribe', ofWayOut);
export const pause = defineInboxKind('pause', ofWayOut.extend({ pauseDays: z.literal([...pauseChoices]) }));
export const topics = defineInboxKind(
  'topics',
  ofWayOut.extend({
    // The team's choices are about no email.
    sendId: z.guid().optional(),
    topics: z.array(z.object({ id: z.guid(), out: z.boolean() })).max(mostTopicsShown),
    byTeam: z.literal(true).optional(),
  }),
);
/** The subject is the connection a provider reports for. */
export const provider = defineInboxKind('provider', requestSignals.extend({ report }));
export const bounce = defineInboxKind('bounce', requestSignals.extend({ sendId: z.guid(), report }));
