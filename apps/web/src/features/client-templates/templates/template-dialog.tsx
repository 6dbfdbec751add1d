import { type ClientTemplate, copyKinds, createClientTemplate } from '@waggle/contracts/client-templates';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSaveTemplate } from '../queries.ts';
import { ClientSelect } from '../start/client-pick.tsx';

type TemplateDialogProps = {
  /** Without one a new template is made. */
  template: ClientTemplate | undefined;
  onClose: () => void;
  onSaved: (templateId: string) => void;
};

export function TemplateDialog({ template, ...rest }: TemplateDialogProps) {
  const { t } = useTranslation('client-templates');
  return (
    <FormDialog
      open
      onOpenChange={rest.onClose}
      title={t(template ? 'editTemplate' : 'newTemplate')}
      description={t('templateText')}
    >
      <TemplateForm template={template} {...rest} />
    </FormDialog>
  );
}

function TemplateForm({ template, onClose, onSaved }: TemplateDialogProps) {
  const { t } = useTranslation('client-templates');
  const save = useSaveTemplate();
  const form = useContractForm(createClientTemplate.body, {
    defaultValues: {
      name: template?.name ?? '',
      clientId: template?.clientId ?? '',
      kinds: template?.kinds ?? [...copyKinds],
    },
  });
  const kinds = form.watch('kinds');
  const onSubmit = form.submit(async (body) => {
    const saved = await save.mutateAsync({ templateId: template?.id, ...body });
    onClose();
    onSaved(saved.id);
    toast({ tone: 'success', title: t('templateSaved') });
  });
  const clientError = form.errorOf('clientId');
  const kindsError = form.errorOf('kinds');

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('templateName')} required error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} data-autofocus autoComplete="off" />}
      </Field>
      <ClientSelect
        label={t('client')}
        error={clientError && t('chooseClient')}
        value={form.watch('clientId') || undefined}
        onChoose={(clientId) => form.setValue('clientId', clientId, { shouldDirty: true, shouldValidate: true })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium text-ink">{t('whatIsCopied')}</legend>
        {copyKinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onCheckedChange={(isChosen) =>
              form.setValue('kinds', isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind), {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
            label={t(`kindNames.${kind}`)}
          />
        ))}
        {kindsError && <p className="text-xs text-danger-text">{kindsError}</p>}
      </fieldset>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('save')}
        </Button>
      </DialogFooter>
    </form>
  );
}
