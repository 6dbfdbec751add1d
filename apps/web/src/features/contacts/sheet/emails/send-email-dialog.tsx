import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type readEmailOptions, sendContactEmail } from '@waggle/contracts/contact-emails';
import type { ContactDetail } from '@waggle/contracts/contacts';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../../contact-words.tsx';
import { onModEnter } from '../mod-enter.ts';
import { emailOptionsQuery, useSendEmail } from './queries.ts';

/** The default sender has no id here. */
const usual = 'default';

type SendEmailProps = { contact: ContactDetail; onClose: () => void };
type Options = ReplyOf<typeof readEmailOptions>;

/** One email to one person, with what every email has below it. */
export function SendEmailDialog({ contact, onClose }: SendEmailProps) {
  const { t } = useTranslation('contact-sheet');
  const options = useQuery(emailOptionsQuery(contact.id));
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      size="md"
      title={t('emails.title', { name: nameOf(contact) })}
      description={contact.email}
    >
      {options.isPending && <SkeletonRows />}
      {options.isError && (
        <LoadError
          title={t('emails.failed')}
          message={problemText(options.error)}
          retry={() => void options.refetch()}
          busy={options.isFetching}
        />
      )}
      {options.data && <EmailForm contact={contact} options={options.data} onClose={onClose} />}
    </FormDialog>
  );
}

function EmailForm({ contact, options, onClose }: SendEmailProps & { options: Options }) {
  const { t } = useTranslation(['contact-sheet', 'contacts']);
  const send = useSendEmail(contact.id);
  // One for each email that is written: a request that is repeated sends nothing twice.
  const [requestKey] = useState(() => crypto.randomUUID());
  const form = useContractForm(sendContactEmail.body, {
    defaultValues: { requestKey, senderId: options.senders[0]?.id ?? null, subject: '', text: '' },
  });
  const onSubmit = form.submit(async (typed) => {
    await send.mutateAsync(typed);
    toast({ tone: 'success', title: t('emails.queued'), description: nameOf(contact) });
    onClose();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {options.problem && <SetUpFirst problem={options.problem} />}
      <Field label={t('emails.from')} error={form.errorOf('senderId')}>
        {(control) => (
          <Select
            {...control}
            value={options.senders.length > 0 ? (form.watch('senderId') ?? usual) : undefined}
            onValueChange={(picked) => form.setValue('senderId', picked === usual ? null : picked)}
            placeholder={t('emails.noSender')}
            options={options.senders.map(({ id, name, email }) => ({
              value: id ?? usual,
              label: `${name} <${email}>`,
            }))}
          />
        )}
      </Field>
      <Field label={t('emails.subject')} error={form.errorOf('subject')} required>
        {(control) => <TextInput {...control} {...form.register('subject')} autoComplete="off" data-autofocus />}
      </Field>
      <Field label={t('emails.text')} error={form.errorOf('text')} hint={t('emails.hint')} required>
        {(control) => (
          <Textarea {...control} {...form.register('text')} rows={8} onKeyDown={onModEnter(() => void onSubmit())} />
        )}
      </Field>
      <FooterPreview footer={options.footer} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('contacts:cancel')}</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="primary"
          busy={form.formState.isSubmitting}
          busyLabel={t('emails.sending')}
          disabledReason={options.problem === null ? undefined : translateSentence(options.problem)}
        >
          {t('emails.send')}
        </Button>
      </DialogFooter>
    </form>
  );
}

function SetUpFirst({ problem }: { problem: string }) {
  const { t } = useTranslation('contact-sheet');
  return (
    <Alert
      tone="warning"
      action={
        <Link to="/dashboard/settings/sending" className="font-medium text-link underline">
          {t('emails.setUp')}
        </Link>
      }
    >
      {translateSentence(problem)}
    </Alert>
  );
}

/** What stands below the text in every email. */
function FooterPreview({ footer: { organizationName, postalAddress } }: { footer: Options['footer'] }) {
  const { t } = useTranslation('contact-sheet');
  return (
    <div className="rounded-md bg-fill px-3 py-2.5 text-xs text-subtle">
      <p className="font-medium">{t('emails.footer')}</p>
      <p className="mt-1 whitespace-pre-line">{[organizationName, postalAddress].filter(Boolean).join('\n')}</p>
      <p className="mt-1 underline">{t('emails.unsubscribe')}</p>
    </div>
  );
}
