import { useQuery } from '@tanstack/react-query';
import { createSender, type Sender } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { domainsQuery, useCreateSender, useUpdateSender } from './queries.ts';

type SenderDialogProps = {
  /** Without one a new sender is added. */
  sender: Sender | undefined;
  onClose: () => void;
};

export function SenderDialog({ sender, onClose }: SenderDialogProps) {
  const { t } = useTranslation('sending');
  return (
    <FormDialog open onOpenChange={onClose} title={t(sender ? 'senders.edit' : 'senders.add')}>
      <SenderForm sender={sender} onClose={onClose} />
    </FormDialog>
  );
}

function useSenderForm({ sender, onClose }: SenderDialogProps) {
  const { t } = useTranslation('sending');
  const create = useCreateSender();
  const update = useUpdateSender();
  const form = useContractForm(createSender.body, {
    defaultValues: {
      fromName: sender?.fromName ?? '',
      fromEmail: sender?.fromEmail ?? '',
      replyTo: sender?.replyTo ?? null,
      isDefault: sender?.isDefault ?? false,
    },
  });
  const onSubmit = form.submit(async (typed) => {
    if (sender) await update.mutateAsync({ senderId: sender.id, ...typed });
    else await create.mutateAsync(typed);
    onClose();
    toast({ tone: 'success', title: t(sender ? 'senders.saved' : 'senders.added'), description: typed.fromEmail });
  });
  return { form, onSubmit };
}

function SenderForm(props: SenderDialogProps) {
  const { t } = useTranslation('sending');
  const format = useFormat();
  const { form, onSubmit } = useSenderForm(props);
  const domains = (useQuery(domainsQuery).data?.items ?? []).map(({ domain }) => domain);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('senders.name')} error={form.errorOf('fromName')}>
        {(control) => <TextInput {...control} {...form.register('fromName')} autoComplete="off" />}
      </Field>
      <Field
        label={t('senders.email')}
        hint={domains.length > 0 && t('senders.emailHint', { domains: format.list(domains.slice(0, 3)) })}
        error={form.errorOf('fromEmail')}
      >
        {(control) => (
          <TextInput {...control} {...form.register('fromEmail')} type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
      <Field label={t('senders.replyTo')} optional hint={t('senders.replyToHint')} error={form.errorOf('replyTo')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('replyTo', { setValueAs: (typed: string | null) => typed?.trim() || null })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        )}
      </Field>
      <Checkbox label={t('senders.default')} description={t('senders.defaultHint')} {...form.register('isDefault')} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t(props.sender ? 'save' : 'senders.add')}
        </Button>
      </DialogFooter>
    </form>
  );
}
