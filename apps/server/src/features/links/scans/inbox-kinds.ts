import { defineInboxKind, requestSignals } from '#platform/inbox/kind.ts';

/** Somebody followed a short address; the subject is the code. */
export const scan = defineInboxKind('scan', requestSignals);
