import type { EmailDocument } from '@waggle/contracts/email-document';
import { type EmailTemplate, TemplateContent } from '@waggle/contracts/email-templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientChoice } from '#features/accounts/index.ts';
import { useCreateTemplate, useUpdateTemplate } from '#features/email-templates/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { toast } from '#ui/toast-store.ts';

export type TemplateOfBlocks = EmailTemplate & { document: EmailDocument };
export type Edited = { template: TemplateOfBlocks } | { template?: undefined; begun: EmailDocument };

const Typed = TemplateContent.pick({ name: true, category: true, subject: true, previewText: true, isPublic: true });
type Typed = typeof Typed._output;

const blank: Typed = { name: '', category: 'general', subject: '', previewText: '', isPublic: false };

/** Lines and blocks of one template, and what saves both. */
export function useTemplateForm(edited: Edited) {
  const { t } = useTranslation('email-templates');
  const { template } = edited;
  const client = useClientChoice();
  const create = useCreateTemplate();
  const form = useContractForm(Typed, { defaultValues: template ? Typed.strip().parse(template) : blank });
  const [begun] = useState(edited.template ? edited.template.document : edited.begun);
  const [document, setDocument] = useState(begun);
  const [saved, setSaved] = useState(begun);
  const [createdId, setCreatedId] = useState<string>();
  const updateRead = useUpdateRead(template);

  const save = form.submit(async (typed) => {
    const settle = sending(form);
    if (!template && !client.ask()) return;
    const body = { ...typed, document, ...ownTextOf(template) };
    if (template) await updateRead({ templateId: template.id, ...body });
    else setCreatedId((await create.mutateAsync({ ...body, ...client.body })).id);
    setSaved(document);
    settle(typed);
    toast({ tone: 'success', title: t(template ? 'saved' : 'created'), description: typed.name });
  });
  const isDirty = form.formState.isDirty || document !== saved;
  return { form, client, document, setDocument, save, isDirty, createdId };
}

/** Saves over what was read. Whoever is told that a colleague saved since then replaces it by saving again. */
function useUpdateRead(template: TemplateOfBlocks | undefined) {
  const update = useUpdateTemplate();
  const [readAt, setReadAt] = useState(template?.updatedAt ?? undefined);
  return async (change: Parameters<typeof update.mutateAsync>[0]) => {
    try {
      const { updatedAt } = await update.mutateAsync({ ...change, ifUpdatedAt: readAt });
      setReadAt(updatedAt ?? undefined);
    } catch (error) {
      if (error instanceof ApiProblem && error.fields['updatedAt']) setReadAt(error.fields['updatedAt']);
      throw error;
    }
  };
}

/** Without it the text that somebody wrote would be generated anew from the blocks. */
const ownTextOf = (template: TemplateOfBlocks | undefined) =>
  template && template.textBasis !== null ? { textContent: template.textContent, textBasis: template.textBasis } : {};

export type TemplateForm = ReturnType<typeof useTemplateForm>;
