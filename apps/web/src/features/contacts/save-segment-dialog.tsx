import { useNavigate } from '@tanstack/react-router';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { createSegment } from '@waggle/contracts/segments';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSaveSegment } from './queries.ts';

type SaveSegmentDialogProps = {
  rules: RuleGroup;
  /** What is searched for as well; a segment keeps filters only. */
  search: string;
  onClose: () => void;
};

/** Keeps the filters of the list under a name. */
export function SaveSegmentDialog(props: SaveSegmentDialogProps) {
  const { t } = useTranslation('contacts');
  return (
    <FormDialog open onOpenChange={props.onClose} title={t('saveSegment.title')}>
      <SaveForm {...props} />
    </FormDialog>
  );
}

function SaveForm({ rules, search, onClose }: SaveSegmentDialogProps) {
  const { t } = useTranslation('contacts');
  const navigate = useNavigate();
  const save = useSaveSegment();
  const client = useClientChoice();
  const form = useContractForm(createSegment.body.pick({ name: true }), { defaultValues: { name: '' } });
  const onSubmit = form.submit(async ({ name }) => {
    if (!client.ask()) return;
    const segment = await save.mutateAsync({ name, rules, ...client.body });
    const open = () =>
      void navigate({ to: '/dashboard/contacts/segments/$segmentId', params: { segmentId: segment.id } });
    onClose();
    toast({
      tone: 'success',
      title: t('saveSegment.saved'),
      description: segment.name,
      action: { label: t('saveSegment.open'), onAction: open },
    });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field
        label={t('saveSegment.name')}
        hint={search ? t('saveSegment.withoutSearch', { search }) : t('saveSegment.hint')}
        error={form.errorOf('name')}
      >
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <ClientField choice={client} hint={t('saveSegment.clientHint')} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('saveSegment.save')}
        </Button>
      </DialogFooter>
    </form>
  );
}
