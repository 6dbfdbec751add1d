import { ApiProblem } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';

/** What the server says of one field, where the screen that asked has no such field. */
export function refusalOf(error: unknown, field: 'design' | 'targetUrl'): string | undefined {
  const sentence = error instanceof ApiProblem ? error.fields[field] : undefined;
  return sentence && translateSentence(sentence);
}
