import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedQuestion } from '@waggle/contracts/saved-questions';
import { PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { type Answer, answerQuery } from '../ask/queries.ts';
import { print } from '../ask/question.ts';
import { useAnswer } from '../ask/use-answer.ts';
import { useVocabulary } from '../ask/use-vocabulary.ts';
import { savedQuestionsQuery, useRemoveQuestion } from './queries.ts';

/** Answers to saved questions, on Overview. Without any there is nothing; a list that does not load is asked for again by itself. */
export function SavedCards() {
  const { t } = useTranslation('ask');
  const { data } = useQuery(savedQuestionsQuery);
  if (!data?.items.length) return null;
  return (
    <section
      aria-label={t('saved.title')}
      className="grid grid-cols-3 items-start gap-4 max-xl:grid-cols-2 max-md:grid-cols-1"
    >
      {data.items.map((saved) => (
        <SavedCard key={saved.id} saved={saved} />
      ))}
    </section>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function SavedCard({ saved: { id, ...question } }: { saved: SavedQuestion }) {
  const { t } = useTranslation('ask');
  const vocabulary = useVocabulary();
  const answer = useQuery(answerQuery(question));
  const asked = print(question, vocabulary);
  const isKnown = question.clientId === null || vocabulary.clients.some((client) => client.id === question.clientId);
  const title = isKnown ? capital(asked) : `${capital(asked)} (${t('saved.otherClient')})`;
  return (
    <Card
      title={
        isKnown ? (
          <Link to="/dashboard/analytics" search={{ ask: asked }} className="text-sm hover:underline">
            {title}
          </Link>
        ) : (
          <span className="text-sm">{title}</span>
        )
      }
      aside={<RemoveButton id={id} title={title} />}
    >
      {answer.isError ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-muted">
          {problemText(answer.error)}
          <Button size="sm" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            {t('saved.again')}
          </Button>
        </div>
      ) : answer.data ? (
        <AnswerShown answer={answer.data} title={title} />
      ) : (
        <Skeleton shape="block" width="100%" height={64} />
      )}
    </Card>
  );
}

/** The rest is in Analytics. */
const mostRows = 5;

function AnswerShown({ answer, title }: { answer: Answer; title: string }) {
  const { rows, span, value } = useAnswer(answer, title);
  const items = (rows ?? []).slice(...(answer.question.breakdown === 'month' ? [-mostRows] : [0, mostRows]));
  return (
    <>
      <p className="text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">{value}</p>
      <p className="mt-1 text-xs text-subtle">{span}</p>
      {items.length > 0 && (
        <BarList
          label={title}
          className="mt-4 flex flex-col gap-3"
          items={items.map((row) => ({
            id: row.key,
            label: row.label,
            shown: row.shown,
            value: Math.max(0, row.value ?? 0),
          }))}
        />
      )}
    </>
  );
}

function RemoveButton({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('ask');
  const remove = useRemoveQuestion();
  if (!useHolds('questions:write')) return null;
  return (
    <IconButton
      size="sm"
      icon={PinOff}
      label={t('saved.removeNamed', { title })}
      busy={remove.isPending}
      onClick={() =>
        runMutation(remove, id, {
          onSuccess: () => toast({ tone: 'success', title: t('saved.removed') }),
          onError: (error) => toast({ tone: 'error', title: t('saved.failed'), description: problemText(error) }),
        })
      }
    />
  );
}
