import type { FormSummary } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useUpdateForm } from '../queries.ts';

/** Activates or deactivates at once; the toast takes it back. What a plan refuses is told in the server's words. */
export function useToggleActive() {
  const { t } = useTranslation(['forms', 'app']);
  const text = useUiText();
  const update = useUpdateForm();
  const set = ({ id: formId, name }: FormSummary, isActive: boolean, undo?: () => void) =>
    runMutation(
      update,
      { formId, isActive },
      {
        onSuccess: () =>
          toast({
            tone: 'success',
            title: t('updated'),
            description: t(isActive ? 'nowActive' : 'nowInactive', { name }),
            ...(undo && { action: { label: text.undo, onAction: undo, undo: true } }),
          }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  // What is beyond the plan cannot be activated again.
  return (form: FormSummary) =>
    set(form, !form.isActive, form.isBeyondPlan ? undefined : () => set(form, form.isActive));
}
