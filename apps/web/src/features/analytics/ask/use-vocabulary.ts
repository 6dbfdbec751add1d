import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownClients } from '#features/accounts/index.ts';
import { type AskWords, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** The words of the language that is shown, and the clients where all are. */
export function useVocabulary(): Vocabulary {
  const { t } = useTranslation('ask');
  const shown = useShownClients();
  const [today] = useState(() => new Date());
  return useMemo(() => {
    const words: AskWords = t('words', { returnObjects: true });
    const thisMonth = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}`;
    return vocabularyOf({ words, clients: Array.from(shown, ([id, name]) => ({ id, name })), thisMonth });
  }, [t, shown, today]);
}
