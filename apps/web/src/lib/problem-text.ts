import { ApiProblem } from './api.ts';
import { i18n, translateSentence } from './i18n.ts';

/** What to tell the person: by code first, then by the server's sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem))
    return i18n.t('unexpected', { ns: 'problems', defaultValue: 'An unexpected error occurred' });

  const { code, message } = error;
  const spoken = message
    ? translateSentence(message)
    : i18n.t('nothing_said', { ns: 'problems', defaultValue: 'Something went wrong' });
  return i18n.t(code, { ns: 'problems', defaultValue: spoken });
}
