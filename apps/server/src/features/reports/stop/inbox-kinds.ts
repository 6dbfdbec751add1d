import { z } from 'zod';
import { defineInboxKind, requestSignals } from '#platform/inbox/kind.ts';

/** Somebody pressed the button behind the link that stops reports, or their mail program did; the subject is the schedule. */
export const reportStop = defineInboxKind('report-stop', requestSignals.extend({ sendId: z.uuid() }));
