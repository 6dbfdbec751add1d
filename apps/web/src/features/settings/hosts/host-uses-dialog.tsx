import { type Host, updateHost } from '@waggle/contracts/hosts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUpdateHost } from './queries.ts';
import { UsesField } from './uses-field.tsx';

type HostUsesProps = { host: Host; onClose: () => void };

export function HostUsesDialog({ host, onClose }: HostUsesProps) {
  const { t } = useTranslation('hosts');
  return (
    <FormDialog open onOpenChange={onClose} title={t('changeUses')} description={host.host}>
      <HostUsesForm host={host} onClose={onClose} />
    </FormDialog>
  );
}

const Typed = updateHost.body.pick({ purposes: true }).required();

function HostUsesForm({ host: { id, purposes, clientId }, onClose }: HostUsesProps) {
  const { t } = useTranslation('hosts');
  const update = useUpdateHost();
  const form = useContractForm(Typed, { defaultValues: { purposes } });
  const onSubmit = form.submit(async ({ purposes: chosen }) => {
    await update.mutateAsync({ hostId: id, purposes: chosen });
    onClose();
    toast({ tone: 'success', title: t('saved') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <UsesField
        value={form.watch('purposes')}
        onChange={(value) => form.setValue('purposes', value, { shouldDirty: true })}
        error={form.errorOf('purposes')}
        isOfClient={clientId !== null}
      />
      <p className="text-sm text-muted">{t('usesNote')}</p>
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
