import { useQueryClient } from '@tanstack/react-query';
import { createForm, type Form, readFormDraft, saveFormDraft } from '@waggle/contracts/forms';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useUser } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { formKeys } from '../../keys.ts';
import { formQuery } from '../../queries.ts';
import { definitionOf, type FormDraft } from '../state/form-draft.ts';
import { FormKeeper, type LocalCopy } from './form-keeper.ts';
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

/** The draft of a form. What is still unsaved when the builder is left goes to the server then. */
export function useKeeper({ form, draft, owner }: Options) {
  const userId = useUser().id;
  const remember = useKeepForm();
  const [keeper] = useState(() => {
    const calls = {
      create: (next: FormDraft) => call(createForm, { body: { ...next, ...owner, publish: false } }).then(remember),
      save: ({ id, draftVersion }: Form, next: FormDraft) =>
        call(saveFormDraft, {
          params: { formId: id },
          body: { ...definitionOf(next), name: next.name, draftVersion },
        }).then(remember),
      read: (formId: string) => call(readFormDraft, { params: { formId } }),
      keep: (formId: string | undefined, copy: LocalCopy | undefined) => writeLocalCopy(userId, formId, copy),
    };
    return new FormKeeper(calls, { form, draft, copy: form && readLocalCopy(userId, form.id) });
  });
  useEffect(() => {
    keeper.resume();
    return () => void keeper.flush();
  }, [keeper]);
  return { keeper, kept: useSyncExternalStore(keeper.subscribe, keeper.get) };
}
