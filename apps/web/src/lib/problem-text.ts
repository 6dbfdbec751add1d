import { ApiProblem } from './api.ts';
import { i18n, translateSentence } from './i18n.ts';

/** What to tell the person: by code first, then by the server's sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return i18n.t('unexpected', { ns: 'problems' });

  const { code, message } = error;
  if (i18n.exists(code, { ns: 'problems' })) return i18n.t(code as 'unexpected', { ns: 'problems' });
  return message ? translateSentence(message) : i18n.t('nothing_said', { ns: 'problems' });
}
