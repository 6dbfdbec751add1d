import { type Connection, connectionKinds } from '@waggle/contracts/sending';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorSummary } from '#lib/error-summary.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { LimitFields, SesFields, SmtpFields } from './connection-fields.tsx';
import { useConnectionForm } from './use-connection-form.ts';

type ConnectionDialogProps = {
  /** Without one a new connection is added. */
  connection: Connection | undefined;
  onClose: () => void;
};

export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('sending');
  const [added, setAdded] = useState<Connection>();
  if (added?.eventsUrl) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('connections.reportsTitle')}
        description={t('connections.reportsText', { name: added.name })}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('connections.done')}
          </Button>
        }
      >
        <EventsUrl connection={added} url={added.eventsUrl} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={t(connection ? 'connections.edit' : 'connections.add')}>
      <ConnectionFormBody connection={connection} onClose={onClose} onAdded={setAdded} />
    </Dialog>
  );
}

type FormBodyProps = ConnectionDialogProps & { onAdded: (connection: Connection) => void };

function ConnectionFormBody({ connection, onClose, onAdded }: FormBodyProps) {
  const { t } = useTranslation('sending');
  const { form, onSubmit } = useConnectionForm(connection, { onClose, onAdded });
  const isSes = form.watch('kind') === 'ses';
  const Fields = isSes ? SesFields : SmtpFields;
  // Amazon has no host to type; the contract wants one all the same.
  const forgetHost = (event: { target: { value: string } }) =>
    form.setValue('host', event.target.value === 'ses' ? 'localhost' : '');
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 [&_input]:scroll-mb-24">
      <ErrorSummary form={form} labels={fieldLabels(t, isSes)} />
      <Field label={t('connections.name')} hint={t('connections.nameHint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <RadioCards
        legend={t('connections.kind')}
        columns={2}
        options={connectionKinds.map((kind) => ({ value: kind, label: t(`connections.kinds.${kind}`) }))}
        inputProps={form.register('kind', { onChange: forgetHost })}
      />
      <Fields form={form} hasSecret={connection?.hasSecret ?? false} />
      <LimitFields form={form} />
      {connection?.eventsUrl && <EventsUrl connection={connection} url={connection.eventsUrl} />}
      <Checkbox
        label={t('connections.default')}
        description={t('connections.defaultHint')}
        {...form.register('isDefault')}
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-raised pt-3! pb-3.5!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t(connection ? 'save' : 'connections.add')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** In the order of the form. */
const fieldLabels = (t: TFunction<'sending'>, isSes: boolean) => ({
  name: t('connections.name'),
  host: t('connections.host'),
  port: t('connections.port'),
  tls: t('connections.tls'),
  region: t('connections.region'),
  username: t(isSes ? 'connections.accessKey' : 'connections.username'),
  secret: t(isSes ? 'connections.secretKey' : 'connections.password'),
  maxConnections: t('connections.maxConnections'),
  maxPerSecond: t('connections.maxPerSecond'),
});

function EventsUrl({ connection: { kind }, url }: { connection: Connection; url: string }) {
  const { t } = useTranslation('sending');
  return (
    <Field
      label={t('connections.eventsUrl')}
      hint={t(`connections.eventsUrlHints.${kind === 'ses' ? 'ses' : 'postmark'}`)}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <TextInput {...control} value={url} readOnly className="min-w-0 flex-1 font-mono text-xs" />
          <CopyButton value={url} iconLabel={t('connections.copyEventsUrl')} />
        </div>
      )}
    </Field>
  );
}
