import { createSender, type Sender, type SetUp } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useOwnerName } from '../client-names.ts';
import { useCreateSender, useUpdateSender } from '../queries.ts';
import { StepButtons } from './step-buttons.tsx';

type SenderFormProps = {
  setUp: SetUp;
  /** Without one a new sender is added. */
  sender: Sender | undefined;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
};

/** The two lines people see in their inbox; both have a likely answer. */
export function SenderForm({ setUp, sender, onDone, onCancel }: SenderFormProps) {
  const { t } = useTranslation(['set-up', 'sending']);
  const ownerName = useOwnerName()(setUp.clientId);
  const create = useCreateSender();
  const update = useUpdateSender();
  const domain = setUp.domain?.domain ?? '';
  const form = useContractForm(createSender.body.pick({ fromName: true, fromEmail: true }), {
    defaultValues: { fromName: sender?.fromName ?? ownerName, fromEmail: sender?.fromEmail ?? `hello@${domain}` },
  });
  const onSubmit = form.submit(async (typed) => {
    if (sender) await update.mutateAsync({ senderId: sender.id, ...typed });
    else await create.mutateAsync({ ...typed, isDefault: true });
    onDone();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('sending:senders.name')} error={form.errorOf('fromName')}>
          {(control) => <TextInput {...control} {...form.register('fromName')} autoComplete="off" />}
        </Field>
        <Field
          label={t('sending:senders.email')}
          hint={t('sender.emailHint', { domain })}
          error={form.errorOf('fromEmail')}
        >
          {(control) => (
            <TextInput {...control} {...form.register('fromEmail')} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
      </div>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <StepButtons busy={form.formState.isSubmitting} next={t('sender.next')} onCancel={onCancel} />
    </form>
  );
}
