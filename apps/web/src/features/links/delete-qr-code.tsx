import type { QrCode } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { refusedOr } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteQrCode } from './queries.ts';

type DeleteQrCodeProps = { code: QrCode; onClose: () => void; onDeleted?: () => void };

export function DeleteQrCode({ code, onClose, onDeleted }: DeleteQrCodeProps) {
  const { t } = useTranslation(['links', 'app']);
  const format = useFormat();
  const remove = useDeleteQrCode();
  const confirm = () =>
    runMutation(remove, code.id, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
        toast({ tone: 'success', title: t('deleted'), description: code.name });
      },
      onError: (error) => {
        onClose();
        toast({ tone: 'error', title: t('app:error'), description: refusedOr(error, t('deleteFailed')) });
      },
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('deleteTitle', { name: code.name })}
      confirmLabel={t('delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      busyLabel={t('deleting')}
    >
      <p>{t('deleteScans', { count: code.scans, shown: format.number(code.scans) })}</p>
      <p className="mt-1.5">
        {t('deletePrinted', { shortCode: code.shortCode })}
        {code.isActive && ` ${t('deleteInstead')}`}
      </p>
    </Confirm>
  );
}
