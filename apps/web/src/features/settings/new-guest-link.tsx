import { createGuestLink, defaultGuestLinkDays, guestLinkDays } from '@waggle/contracts/guests';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCreateGuestLink } from './guest-links-queries.ts';

type NewGuestLinkProps = { clientId: string; onDone: () => void };

export function NewGuestLink({ clientId, onDone }: NewGuestLinkProps) {
  const [url, setUrl] = useState<string>();
  return url ? (
    <MadeLink url={url} onDone={onDone} />
  ) : (
    <LinkForm clientId={clientId} onMade={setUrl} onDone={onDone} />
  );
}

type LinkFormProps = NewGuestLinkProps & { onMade: (url: string) => void };

function LinkForm({ clientId, onMade, onDone }: LinkFormProps) {
  const { t } = useTranslation(['guest-links', 'settings']);
  const create = useCreateGuestLink(clientId);
  const form = useContractForm(createGuestLink.body, { defaultValues: { name: '', days: defaultGuestLinkDays } });
  const days = form.watch('days') ?? defaultGuestLinkDays;
  const onSubmit = form.submit(async (typed) => onMade((await create.mutateAsync(typed)).url));
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('name')} hint={t('nameHint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label={t('days')}>
        {(control) => (
          <Select
            {...control}
            value={String(days)}
            onValueChange={(value) =>
              form.setValue('days', guestLinkDays.find((one) => String(one) === value) ?? defaultGuestLinkDays)
            }
            options={guestLinkDays.map((value) => ({ value: String(value), label: t(`daysOf.${value}`) }))}
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <Button onClick={onDone}>{t('settings:cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('settings:saving')}>
          {t('make')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The only time the address is known: later only its hash is. */
function MadeLink({ url, onDone }: { url: string; onDone: () => void }) {
  const { t } = useTranslation('guest-links');
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="success" title={t('ready')}>
        {t('once')}
      </Alert>
      <Field label={t('address')}>
        {(control) => <TextInput {...control} value={url} readOnly onFocus={(event) => event.target.select()} />}
      </Field>
      <DialogFooter className="px-0! pt-0! pb-0!">
        <CopyButton value={url} label={t('copy')} variant="primary" />
        <Button onClick={onDone}>{t('done')}</Button>
      </DialogFooter>
    </div>
  );
}
