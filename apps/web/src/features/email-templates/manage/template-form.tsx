import { useQuery } from '@tanstack/react-query';
import { type EmailTemplate, type EmailTemplateSummary, TemplateContent } from '@waggle/contracts/email-templates';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { problemText } from '#lib/problem-text.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { templateQuery, useCreateTemplate, useTemplateLanguage, useUpdateTemplate } from '../queries.ts';
import { CategoryField } from './category-field.tsx';
import { SharedSwitch } from './shared-switch.tsx';

type TemplateFormProps = { template?: EmailTemplateSummary; onClose: () => void };

/** A new template of HTML, or an own one of HTML to change. */
export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const { t } = useTranslation('email-templates');
  useRecordTitle(template?.name);
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      size="lg"
      title={template ? t('form.editTitle') : t('form.newTitle')}
      description={template ? undefined : t('form.newText')}
    >
      {template ? <Existing templateId={template.id} onClose={onClose} /> : <Fields onClose={onClose} />}
    </FormDialog>
  );
}

function Existing({ templateId, onClose }: { templateId: string; onClose: () => void }) {
  const { t } = useTranslation('email-templates');
  const read = useQuery({
    ...templateQuery(templateId, { language: useTemplateLanguage(), colors: 'brand' }),
    refetchOnMount: 'always',
  });
  if (read.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(read.error)}
        retry={() => void read.refetch()}
        busy={read.isFetching}
      />
    );
  if (!read.data || read.isFetching) return <SkeletonRows className="min-h-64" />;
  return <Fields template={read.data} onClose={onClose} />;
}

function useSave(template: EmailTemplate | undefined, onClose: () => void) {
  const { t } = useTranslation('email-templates');
  const create = useCreateTemplate();
  const update = useUpdateTemplate();
  return async ({ htmlContent, textContent, ...typed }: TemplateContent, whose: { clientId?: string | null }) => {
    const content = { htmlContent, textContent };
    if (template) await update.mutateAsync({ templateId: template.id, ...typed, ...content });
    else await create.mutateAsync({ ...typed, ...content, ...whose });
    onClose();
    toast({ tone: 'success', title: template ? t('saved') : t('created'), description: typed.name });
  };
}

const defaultsOf = (template: EmailTemplate | undefined): TemplateContent =>
  template
    ? TemplateContent.strip().parse(template)
    : {
        name: '',
        category: 'general',
        subject: '',
        previewText: '',
        htmlContent: '',
        textContent: '',
        isPublic: false,
      };

function Fields({ template, onClose }: { template?: EmailTemplate; onClose: () => void }) {
  const { t } = useTranslation('email-templates');
  const text = useUiText();
  const client = useClientChoice();
  const save = useSave(template, onClose);
  const form = useContractForm(TemplateContent, { defaultValues: defaultsOf(template) });
  const onSubmit = form.submit(async (typed) => {
    if (template || client.ask()) await save(typed, client.body);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('form.name')} error={form.errorOf('name')} required>
          {(control) => <TextInput {...control} {...form.register('name')} maxLength={200} autoComplete="off" />}
        </Field>
        <CategoryField
          value={form.watch('category')}
          onChange={(category) => form.setValue('category', category, { shouldDirty: true })}
        />
        <Field label={t('form.subject')} error={form.errorOf('subject')} required>
          {(control) => <TextInput {...control} {...form.register('subject')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label={t('form.previewText')} error={form.errorOf('previewText')} optional>
          {(control) => <TextInput {...control} {...form.register('previewText')} maxLength={200} autoComplete="off" />}
        </Field>
      </div>
      {!template && <ClientField choice={client} />}
      <SourceFields form={form} />
      <SharedSwitch
        clientId={template ? template.clientId : client.chosen}
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

type Form = ReturnType<typeof useContractForm<TemplateContent, TemplateContent>>;

function SourceFields({ form }: { form: Form }) {
  const { t } = useTranslation('email-templates');
  return (
    <>
      <Field label={t('form.html')} error={form.errorOf('htmlContent')} required>
        {(control) => <Textarea {...control} {...form.register('htmlContent')} mono rows={10} spellCheck={false} />}
      </Field>
      <Field label={t('form.text')} error={form.errorOf('textContent')} hint={t('form.textHint')} optional>
        {(control) => <Textarea {...control} {...form.register('textContent')} rows={4} />}
      </Field>
    </>
  );
}
