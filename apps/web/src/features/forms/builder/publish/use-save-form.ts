import { useMutation } from '@tanstack/react-query';
import { type Form, publishForm } from '@waggle/contracts/forms';
import { problemsOf } from '@waggle/forms/problems';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { isSame } from '#lib/same-value.ts';
import { toast } from '#ui/toast-store.ts';
import { complaintsOf, type FormKeeper, type Kept } from '../draft/form-keeper.ts';
import { useKeepForm } from '../draft/use-keeper.ts';
import { definitionOf, type FormDraft, readable } from '../state/form-draft.ts';

const noFields = 'Please add at least one field to your form.';

/** The first thing that keeps a form from being published, in the words people are told. */
function firstComplaint(draft: FormDraft): { sentence: string; fieldId: string | null } | undefined {
  const [refused] = Object.values(complaintsOf(draft));
  if (refused !== undefined) return { sentence: refused, fieldId: null };
  const [problem] = problemsOf(definitionOf(draft));
  return problem && { sentence: problem.message, fieldId: problem.fieldId };
}

/** Whether visitors would get something they do not see yet. */
export const hasNews = ({ record: form, draft, state }: Kept): boolean =>
  state !== 'saved' || !form?.published || !isSame(form.published, readable(draft));

/** Undefined where somebody saved since it was looked at. */
async function publishOrDispute(keeper: FormKeeper, { id, draftVersion }: Form): Promise<Form | undefined> {
  try {
    return await call(publishForm, { params: { formId: id }, body: { draftVersion } });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'form_changed') throw error;
    await keeper.dispute(error);
    return undefined;
  }
}

type Options = {
  keeper: FormKeeper;
  /** Shows what is wrong, at the field where there is one. */
  onWrong: (fieldId: string | null) => void;
  onPublished: (form: Form, isFirst: boolean) => void;
  /** Nothing was published: somebody must decide or try again. */
  onRefused: () => void;
};

/** Checks a form, saves its draft and shows it to everyone. */
export function useSaveForm({ keeper, onWrong, onPublished, onRefused }: Options) {
  const { t } = useTranslation(['form-builder', 'app']);
  const keep = useKeepForm();
  const publishing = useMutation({
    mutationFn: async () => {
      await keeper.create();
      const { record: form, state, error } = keeper.get();
      if (state === 'failed') throw error;
      // A dispute is told above the form, and nothing is shown to strangers before it is settled.
      if (!form || state !== 'saved') return undefined;
      const published = await publishOrDispute(keeper, form);
      if (!published) return undefined;
      keeper.adopt(published);
      return { published: keep(published), isFirst: form.published === null };
    },
  });

  /** Whether it may be published; says what is missing. */
  const check = (): boolean => {
    const complaint = firstComplaint(keeper.get().draft);
    if (!complaint) return true;
    const isEmpty = complaint.sentence === noFields;
    toast({
      tone: 'error',
      title: t(isEmpty ? 'noFields' : 'validationError'),
      description: isEmpty ? translateSentence(noFields) : t('fillRequired'),
    });
    onWrong(complaint.fieldId);
    return false;
  };

  const publish = () => {
    const failed = keeper.get().record?.published ? 'updateFailed' : 'createFailed';
    runMutation(publishing, undefined, {
      onSuccess: (answer) => (answer ? onPublished(answer.published, answer.isFirst) : onRefused()),
      onError: (error) =>
        toast({
          tone: 'error',
          title: t('app:error'),
          description: error instanceof ApiProblem ? problemText(error) : t(failed),
        }),
    });
  };
  return { check, publish, isPending: publishing.isPending };
}
