import { useQueryClient } from '@tanstack/react-query';
import { createForm, type Form, readFormDraft, saveFormDraft } from '@waggle/contracts/forms';
import { useUser } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { DraftKeeper } from '#lib/draft-keeper.ts';
import { useDraftKeeper } from '#lib/use-draft-keeper.ts';
import { formKeys } from '../../keys.ts';
import { formQuery } from '../../queries.ts';
import { definitionOf, draftOf, type FormDraft } from '../state/form-draft.ts';
import { complaintsOf } from './form-keeper.ts';
import { readLocalCopy, writeLocalCopy } from './local-copy.ts';

/** What was read before knows the form as it was. */
export function useKeepForm(): (form: Form) => Form {
  const client = useQueryClient();
  return (form) => {
    client.setQueryData(formQuery(form.id).queryKey, form);
    void client.invalidateQueries({ queryKey: formKeys.lists });
    return form;
  };
}

type Options = {
  form: Form | undefined;
  /** What a new form starts with. */
  draft: FormDraft;
  /** Whose a new form is; empty where the server knows. */
  owner: { clientId?: string | null };
};

/** The draft of a form. */
export function useKeeper({ form, draft, owner }: Options) {
  const userId = useUser().id;
  const remember = useKeepForm();
  return useDraftKeeper(
    () =>
      new DraftKeeper<Form | undefined, FormDraft>(
        {
          save: async (made, next) => remember(await (made ? saveDraft(made, next) : createDraft(next, owner))),
          read: (formId) => call(readFormDraft, { params: { formId } }),
          keep: (formId, copy) => writeLocalCopy(userId, formId, copy),
          draftOf,
          numberOf: ({ draftVersion }) => draftVersion,
          isComplete: (next) => Object.keys(complaintsOf(next)).length === 0,
          changedCode: 'form_changed',
        },
        { record: form, draft, copy: form && readLocalCopy(userId, form.id) },
      ),
  );
}

const createDraft = (draft: FormDraft, owner: Options['owner']) =>
  call(createForm, { body: { ...draft, ...owner, publish: false } });

const saveDraft = ({ id, draftVersion }: Form, draft: FormDraft) =>
  call(saveFormDraft, { params: { formId: id }, body: { ...definitionOf(draft), name: draft.name, draftVersion } });
