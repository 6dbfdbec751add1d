import { handle, type Handler } from '#platform/jobs/handlers.ts';
import { forgetUnusedWords } from './jobs.ts';
import { removeUnusedWords } from './words.ts';

export const privacyHandlers = (): Handler[] => [
  handle(forgetUnusedWords, (ctx, _payload, { signal }) => removeUnusedWords(ctx, signal)),
];
