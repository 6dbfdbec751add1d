import { z } from 'zod';
import { defineInboxKind, requestSignals } from '#platform/inbox/kind.ts';

/** Somebody pressed the button behind the link of a confirmation email; the subject is the form. */
export const formConfirmation = defineInboxKind('form-confirmation', requestSignals.extend({ sendId: z.uuid() }));
