import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { ExportFields } from './export-fields.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { type ExportDialogProps, useExportForm } from './use-export-form.ts';

export function ExportDialog(props: ExportDialogProps) {
  const { t } = useTranslation('contacts-import');
  const form = useExportForm(props);
  const { obstacle, start } = form;
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('export.title')}
      footer={
        <>
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            icon={Download}
            busy={start.isPending}
            busyLabel={t('export.busy')}
            disabledReason={obstacle && t(`export.${obstacle}`)}
            onClick={() => start.mutate()}
          >
            {t('export.primary')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {obstacle && (
          <Alert tone="warning" title={t(`export.${obstacle}`)}>
            {obstacle === 'none' && t('export.noneText')}
          </Alert>
        )}
        <ScopeChoice
          scopes={form.scopes}
          value={form.scope}
          onChange={form.setScope}
          counts={form.counts}
          selected={props.selection?.length ?? 0}
        />
        <ExportFields form={form} />
        {start.isError && (
          <Alert tone="danger" title={t('export.failed')}>
            {problemText(start.error)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
