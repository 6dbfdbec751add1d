import { useQuery } from '@tanstack/react-query';
import { mostWaitingCounted } from '@waggle/contracts/form-submissions';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { figuresQuery, useFillIn } from './queries.ts';

/** Submissions for which the plan had no place; one press makes their contacts once it has. */
export function WaitingBand({ formId }: { formId: string }) {
  const { t } = useTranslation(['form-submissions', 'app']);
  const { number } = useFormat();
  const mayWrite = useHolds('forms:write');
  const { data } = useQuery(figuresQuery(formId));
  const fill = useFillIn(formId);
  if (!data || data.waiting === 0) return null;
  const count = data.waiting;
  const shown = `${number(count)}${count >= mostWaitingCounted ? '+' : ''}`;
  const press = () =>
    runMutation(fill, undefined, {
      onSuccess: ({ created, isFull }) =>
        toast({
          tone: isFull ? 'info' : 'success',
          title: t('waiting.created', { count: created, shown: number(created) }),
          ...(isFull && { description: t('waiting.stillFull') }),
        }),
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    });
  return (
    <div className="px-5 pb-5 sm:px-6">
      <Alert
        tone="warning"
        title={t('waiting.title', { count, shown })}
        action={
          mayWrite && (
            <Button size="sm" onClick={press} busy={fill.isPending} busyLabel={t('waiting.creating')}>
              {t('waiting.create')}
            </Button>
          )
        }
      >
        {t('waiting.text')}
      </Alert>
    </div>
  );
}
