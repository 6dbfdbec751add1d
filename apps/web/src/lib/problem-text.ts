import { ApiProblem } from './api.ts';
import { currentLocale, i18n, translateSentence } from './i18n.ts';

/** What to tell the person: the server's sentence where it is translated, because one code has many; else by code. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem))
    return i18n.t('unexpected', { ns: 'problems', defaultValue: 'An unexpected error occurred' });

  const { code, message } = error;
  const translated = translateSentence(message);
  if (message && (translated !== message || currentLocale() === 'en')) return translated;
  return i18n.t([code, 'nothing_said'], { ns: 'problems', defaultValue: message || 'Something went wrong' });
}

/** What to tell who asked to delete: what stands in the way and has to be changed first, or else `text`, which says to try again. */
export const refusedOr = (error: unknown, text: string): string =>
  error instanceof ApiProblem && error.code === 'in_use' ? problemText(error) : text;
