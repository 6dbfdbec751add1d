import type { Connection } from '@waggle/contracts/sending';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorSummary } from '#lib/error-summary.tsx';
import { FormDialog } from '#lib/form-dialog.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { EventsUrl } from './events-url.tsx';
import { MoreOptions, NeededFields, WhereToFind } from './needed-fields.tsx';
import { PresetChoice } from './preset-choice.tsx';
import { type PresetKey, presetOf } from './presets.ts';
import { type ConnectionFormProps, useConnectionForm } from './use-connection-form.ts';

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
    <FormDialog open onOpenChange={onClose} title={t(connection ? 'connections.edit' : 'connections.add')}>
      <ConnectionFormBody connection={connection} onClose={onClose} onAdded={setAdded} />
    </FormDialog>
  );
}

type FormBodyProps = ConnectionDialogProps & { onAdded: (connection: Connection) => void };

function ConnectionFormBody({ connection, onClose, onAdded }: FormBodyProps) {
  const { t } = useTranslation('sending');
  const [preset, setPreset] = useState<PresetKey | undefined>(connection && presetOf(connection));
  const onSaved = (saved: Connection) => {
    if (!connection && saved.eventsUrl) return onAdded(saved);
    onClose();
    toast({
      tone: 'success',
      title: t(connection ? 'connections.saved' : 'connections.added'),
      description: saved.name,
    });
  };
  return (
    <div className="flex flex-col gap-4">
      {!connection && <PresetChoice value={preset} onChoose={setPreset} />}
      {preset && (
        <ConnectionForm key={preset} preset={preset} connection={connection} onSaved={onSaved}>
          {(isSaving) => (
            <>
              {connection?.eventsUrl && <EventsUrl connection={connection} url={connection.eventsUrl} />}
              <DialogFooter className="sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-raised pt-3! pb-3.5!">
                <DialogClose>
                  <Button>{t('cancel')}</Button>
                </DialogClose>
                <Button type="submit" variant="primary" busy={isSaving} busyLabel={t('saving')}>
                  {t(connection ? 'save' : 'connections.add')}
                </Button>
              </DialogFooter>
            </>
          )}
        </ConnectionForm>
      )}
    </div>
  );
}

type Props = ConnectionFormProps & {
  /** The buttons, told whether the form is being sent. */
  children: (isSaving: boolean) => ReactNode;
};

/** What this service needs, and the rest folded away. */
export function ConnectionForm({ children, ...props }: Props) {
  const { t } = useTranslation('sending');
  const { preset, connection } = props;
  const { form, onSubmit } = useConnectionForm(props);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 [&_input]:scroll-mb-24">
      <ErrorSummary form={form} labels={fieldLabels(t, preset === 'ses')} />
      {preset !== 'own' && <WhereToFind preset={preset} />}
      <NeededFields form={form} preset={preset} hasSecret={connection?.hasSecret ?? false} />
      <MoreOptions form={form} preset={preset} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      {children(form.formState.isSubmitting)}
    </form>
  );
}

/** In the order of the form. */
const fieldLabels = (t: TFunction<'sending'>, isSes: boolean) => ({
  host: t('connections.host'),
  port: t('connections.port'),
  tls: t('connections.tls'),
  region: t('connections.region'),
  username: t(isSes ? 'connections.accessKey' : 'connections.username'),
  secret: t(isSes ? 'connections.secretKey' : 'connections.password'),
  name: t('connections.name'),
  maxConnections: t('connections.maxConnections'),
  maxPerSecond: t('connections.maxPerSecond'),
});
