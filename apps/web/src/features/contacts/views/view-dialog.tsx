import { createContactView, type ContactView, type ContactViewState } from '@waggle/contracts/contact-views';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCreateView, useUpdateView } from './queries.ts';

type ViewDialogProps = {
  /** The one that is renamed; none where what the list shows is saved as a new one. */
  view: ContactView | undefined;
  state: ContactViewState;
  /** Closes the dialog. */
  onSaved: (view: ContactView) => void;
  onClose: () => void;
};

export function ViewDialog(props: ViewDialogProps) {
  const { t } = useTranslation('contacts');
  const title = props.view ? t('views.rename') : t('views.add');
  return (
    <FormDialog open onOpenChange={props.onClose} title={title}>
      <ViewForm {...props} />
    </FormDialog>
  );
}

function ViewForm({ view, state, onSaved }: ViewDialogProps) {
  const { t } = useTranslation('contacts');
  const [create, update] = [useCreateView(), useUpdateView()];
  const form = useContractForm(createContactView.body.pick({ name: true, shared: true }), {
    defaultValues: { name: view?.name ?? '', shared: false },
  });
  const onSubmit = form.submit(async ({ name, shared }) => {
    const saved = view
      ? await update.mutateAsync({ viewId: view.id, name })
      : await create.mutateAsync({ name, shared, state });
    onSaved(saved);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('views.name')} hint={view ? undefined : t('views.hint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {!view && <Checkbox {...form.register('shared')} label={t('views.share')} description={t('views.shareHint')} />}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('views.save')}
        </Button>
      </DialogFooter>
    </form>
  );
}
