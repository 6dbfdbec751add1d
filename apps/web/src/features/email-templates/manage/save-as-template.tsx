import { useQuery } from '@tanstack/react-query';
import type { EmailDocument } from '@waggle/contracts/email-document';
import { TemplateContent } from '@waggle/contracts/email-templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { templatesQuery, useCreateTemplate, useTemplateLanguage, useUpdateTemplate } from '../queries.ts';
import { CategoryField } from './category-field.tsx';
import { SharedSwitch } from './shared-switch.tsx';

/** An email as it is being written. */
type Email = {
  name: string;
  subject: string;
  previewText: string;
  content: { html: string; text: string; textBasis: string | null; document: EmailDocument | null };
};
type SaveAsTemplateProps = { email: Email; clientId: string | null; onClose: () => void };

/** Keeps an email to begin others with, as a new template or in place of an own one. */
export function SaveAsTemplate(props: SaveAsTemplateProps) {
  const { t } = useTranslation('email-templates');
  return (
    <FormDialog open onOpenChange={props.onClose} title={t('saveAs.title')} description={t('saveAs.text')}>
      <Fields {...props} />
    </FormDialog>
  );
}

const Typed = TemplateContent.pick({ name: true, category: true, isPublic: true });
const asNew = 'new';

function useSave({ email, clientId, onClose }: SaveAsTemplateProps) {
  const { t } = useTranslation('email-templates');
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  const { html, text, textBasis, document } = email.content;
  return async (templateId: string, typed: typeof Typed._output) => {
    const body = {
      ...typed,
      // A template needs a subject, and an email that is only begun may have none yet.
      subject: email.subject.trim() || typed.name,
      previewText: email.previewText,
      textContent: text,
      textBasis,
      ...(document ? { document } : { htmlContent: html }),
    };
    if (templateId === asNew) await create.mutateAsync({ ...body, clientId });
    else await update.mutateAsync({ templateId, ...body });
    onClose();
    toast({ tone: 'success', title: templateId === asNew ? t('created') : t('saved'), description: typed.name });
  };
}

function Fields(props: SaveAsTemplateProps) {
  const { t } = useTranslation('email-templates');
  const text = useUiText();
  const own = useOwnTemplates(props.clientId);
  const [templateId, setTemplateId] = useState(asNew);
  const save = useSave(props);
  const form = useContractForm(Typed, {
    defaultValues: { name: props.email.name, category: 'general', isPublic: false },
  });
  const choose = (id: string) => {
    setTemplateId(id);
    const chosen = own.find((template) => template.id === id);
    if (chosen) form.reset({ name: chosen.name, category: chosen.category, isPublic: chosen.isPublic });
  };
  return (
    <form noValidate onSubmit={form.submit((typed) => save(templateId, typed))} className="flex flex-col gap-4">
      {own.length > 0 && (
        <Field label={t('saveAs.to')}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: asNew, label: t('create') },
                ...own.map(({ id, name }) => ({ value: id, label: t('saveAs.replace', { name }) })),
              ]}
              value={templateId}
              onValueChange={choose}
            />
          )}
        </Field>
      )}
      <Field label={t('form.name')} error={form.errorOf('name')} required>
        {(control) => <TextInput {...control} {...form.register('name')} maxLength={200} autoComplete="off" />}
      </Field>
      <CategoryField
        value={form.watch('category')}
        onChange={(category) => form.setValue('category', category, { shouldDirty: true })}
      />
      <SharedSwitch
        clientId={props.clientId}
        checked={form.watch('isPublic')}
        onChange={(isPublic) => form.setValue('isPublic', isPublic, { shouldDirty: true })}
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('save')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Those of the same client: a template of one client does not become another's. */
function useOwnTemplates(clientId: string | null) {
  const { data } = useQuery(templatesQuery(useTemplateLanguage()));
  return (data?.items ?? []).filter((template) => template.scope !== 'built-in' && template.clientId === clientId);
}
