import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { failureAdvice, isOwnAnswer } from './failure-advice.ts';

type TestOutcomeProps = { works: boolean; title: string; answer: string; children: string };

/** What came of a test, with advice where it failed. */
export function TestOutcome({ works, title, answer, children }: TestOutcomeProps) {
  const { t } = useTranslation('sending');
  return (
    <Alert tone={works ? 'success' : 'danger'} title={works ? title : t('test.refused')}>
      <p>{works ? children : t(`failures.${failureAdvice(answer)}`)}</p>
      {!isOwnAnswer(answer) && (
        <p className="mt-1.5 text-xs">
          {t('test.answer')} <span className="font-mono wrap-anywhere">{translateSentence(answer)}</span>
        </p>
      )}
    </Alert>
  );
}
