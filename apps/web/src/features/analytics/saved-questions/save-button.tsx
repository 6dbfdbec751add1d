import { useQuery } from '@tanstack/react-query';
import type { Question } from '@waggle/contracts/ask';
import { Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { savedQuestionsQuery, useRemoveQuestion, useSaveQuestion } from './queries.ts';

/** Puts an answer on Overview, or takes it off. */
export function SaveButton({ question }: { question: Question }) {
  const { t } = useTranslation('ask');
  const mayWrite = useHolds('questions:write');
  const saved = useQuery({ ...savedQuestionsQuery, enabled: mayWrite }).data?.items;
  const [save, remove] = [useSaveQuestion(), useRemoveQuestion()];
  if (!mayWrite || !saved) return null;
  const known = saved.find((one) => isSame(one, question));
  const onError = (error: Error) => toast({ tone: 'error', title: t('saved.failed'), description: problemText(error) });
  if (known)
    return (
      <IconButton
        icon={PinOff}
        label={t('saved.remove')}
        busy={remove.isPending}
        onClick={() =>
          runMutation(remove, known.id, {
            onSuccess: () => toast({ tone: 'success', title: t('saved.removed') }),
            onError,
          })
        }
      />
    );
  return (
    <IconButton
      icon={Pin}
      label={t('saved.save')}
      busy={save.isPending}
      onClick={() =>
        runMutation(save, question, { onSuccess: () => toast({ tone: 'success', title: t('saved.done') }), onError })
      }
    />
  );
}

const isSame = (one: Question, { metric, period, breakdown, clientId }: Question): boolean =>
  one.metric === metric && one.period === period && one.breakdown === breakdown && one.clientId === clientId;
