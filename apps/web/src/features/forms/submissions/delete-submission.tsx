import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteSubmission } from './queries.ts';

export function DeleteSubmission({ formId, submissionId }: { formId: string; submissionId: string }) {
  const { t } = useTranslation(['form-submissions', 'app']);
  const mayWrite = useHolds('forms:write');
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteSubmission(formId);
  if (!mayWrite) return null;
  const confirm = () =>
    runMutation(remove, submissionId, {
      onSuccess: () => toast({ tone: 'success', title: t('delete.done') }),
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      onSettled: () => setAsked(false),
    });
  return (
    <>
      <Button size="sm" variant="ghost" icon={Trash2} className="self-start" onClick={() => setAsked(true)}>
        {t('delete.button')}
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={t('delete.title')}
        confirmLabel={t('delete.button')}
        onConfirm={confirm}
        busy={remove.isPending}
        busyLabel={t('delete.busy')}
      >
        {t('delete.text')}
      </Confirm>
    </>
  );
}
