import { useNavigate, useSearch } from '@tanstack/react-router';
import { askBreakdowns } from '@waggle/contracts/ask';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { AnswerCard } from './answer-card.tsx';
import { AskInput } from './ask-input.tsx';
import { complete, type Fault, parse, print } from './question.ts';
import { useVocabulary } from './use-vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

const from = '/dashboard/analytics';

/** A figure asked for in words. The question is in the address, so that a link asks it again. */
export function Ask() {
  const { ask: text = '' } = useSearch({ from });
  const navigate = useNavigate({ from });
  const vocabulary = useVocabulary();
  const parsed = text === '' ? undefined : parse(text, vocabulary);
  const faultText = useFaultText(vocabulary);
  const question = parsed && 'question' in parsed ? parsed.question : undefined;
  const show = (asked: string) =>
    void navigate({
      search: (now) => ({ ...now, ask: asked.trim() || undefined }),
      resetScroll: false,
    });
  return (
    <div className="flex flex-col gap-3">
      <AskInput
        text={text}
        offersFor={(typed) => complete(typed, vocabulary)}
        onAsk={show}
        fault={parsed && 'fault' in parsed ? faultText(parsed.fault) : undefined}
      />
      {question && <AnswerCard question={question} title={print(question, vocabulary)} onClose={() => show('')} />}
    </div>
  );
}

/** What is not understood, and what would be. */
function useFaultText(vocabulary: Vocabulary): (fault: Fault) => string {
  const { t } = useTranslation('ask');
  const format = useFormat();
  const first = ({ phrases }: { phrases: readonly { text: string }[] }) => phrases[0]!.text;
  const metrics = format.list(vocabulary.metrics.map(first));
  return (fault) => {
    if (fault.kind === 'unknown') return t('unknown', { words: fault.words.join(', '), metrics });
    if (fault.kind === 'metric') return t('metric', { metrics });
    if (fault.kind === 'period') return t('period');
    const has: readonly string[] = askBreakdowns[fault.metric];
    const metric = first(vocabulary.metrics.find(({ key }) => key === fault.metric)!);
    return t('breakdown', {
      metric: metric.charAt(0).toUpperCase() + metric.slice(1),
      breakdowns: vocabulary.breakdowns
        .filter(({ key }) => has.includes(key))
        .map(first)
        .join(', '),
    });
  };
}
