import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useUpdateForm } from '../queries.ts';
import type { FormKeeper, Kept } from './draft/form-keeper.ts';

export type Active = { isOn: boolean; toggle: (on: boolean) => void; isBusy: boolean };

/** The switch takes effect at once: what is published can be filled in, or not. */
export function useActive(keeper: FormKeeper, { record: form }: Kept): Active {
  const { t } = useTranslation(['form-builder', 'app']);
  const update = useUpdateForm();
  const toggle = async (isActive: boolean) => {
    // A new form that nobody changed yet is not on the server.
    if (!keeper.get().record) await keeper.create();
    const formId = keeper.get().record?.id;
    if (formId === undefined) return;
    runMutation(
      update,
      { formId, isActive },
      {
        onSuccess: (answer) => {
          keeper.adopt(answer);
          toast({ tone: 'success', title: t('updated') });
        },
        onError: (error) =>
          toast({
            tone: 'error',
            title: t('app:error'),
            description: error instanceof ApiProblem ? problemText(error) : t('updateFailed'),
          }),
      },
    );
  };
  return { isOn: form?.isActive ?? true, toggle: (on) => void toggle(on), isBusy: update.isPending };
}
