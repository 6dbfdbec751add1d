import { addDomain, type SendingDomain } from '@waggle/contracts/sending';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { DomainRecords } from '../domain-records.tsx';
import { ProviderHint } from '../provider-hint.tsx';
import { useAddDomain, useCheckDomain } from '../queries.ts';
import { RecordActions } from '../record-actions.tsx';
import { StepButtons } from './step-buttons.tsx';

type DomainFormProps = { onDone: () => void; onCancel?: (() => void) | undefined };

export function DomainForm({ onDone, onCancel }: DomainFormProps) {
  const { t } = useTranslation(['set-up', 'sending']);
  const add = useAddDomain();
  const form = useContractForm(addDomain.body, { defaultValues: { domain: '' } });
  const onSubmit = form.submit(async (typed) => {
    await add.mutateAsync(typed);
    onDone();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('domain.name')} hint={t('domain.hint')} error={form.errorOf('domain')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('domain')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <StepButtons
        label={t('sending:domains.add')}
        busy={form.formState.isSubmitting}
        next={t('domain.next')}
        onCancel={onCancel}
      />
    </form>
  );
}

/** The records of a domain that waits for DNS. Folded they make room for the steps that need not wait. */
export function DomainWaiting({ domain, mayManage }: { domain: SendingDomain; mayManage: boolean }) {
  const { t } = useTranslation(['set-up', 'sending']);
  const format = useFormat();
  const [shown, setShown] = useState(true);
  return (
    <div className="flex flex-col gap-3">
      {domain.state === 'failing' && <Alert tone="danger">{t('sending:domains.failingText')}</Alert>}
      <p className="text-sm text-muted">
        {t(mayManage ? 'domain.publish' : 'domain.waiting')}{' '}
        {domain.checkedAt && t('sending:domains.checkedAt', { when: format.when(domain.checkedAt) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <CheckNow domain={domain} />
        <RecordActions domain={domain} />
        <Button size="sm" variant="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'sending:domains.hide' : 'sending:domains.show')}
        </Button>
      </div>
      {shown && <ProviderHint />}
      {shown && (
        <div className="overflow-hidden rounded-md border border-line [&>*]:border-t-0">
          <DomainRecords domain={domain} narrow />
        </div>
      )}
    </div>
  );
}

/** Asks DNS at once; the step itself shows what was found. */
export function CheckNow({ domain }: { domain: SendingDomain }) {
  const { t } = useTranslation(['set-up', 'sending']);
  const check = useCheckDomain();
  const missing = check.data && check.data.state !== 'verified';
  return (
    <>
      <Button
        size="sm"
        icon={RefreshCw}
        busy={check.isPending}
        busyLabel={t('sending:domains.checking')}
        onClick={() => check.mutate(domain.id)}
      >
        {t('domain.check')}
      </Button>
      {check.isError && (
        <p role="alert" className="self-center text-xs text-danger-text">
          {problemText(check.error)}
        </p>
      )}
      {missing && (
        <p role="status" className="self-center text-xs text-warning-text">
          {t('sending:domains.checkedNotYet')}
        </p>
      )}
    </>
  );
}
