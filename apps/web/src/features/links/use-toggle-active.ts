import type { QrCode } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useUpdateQrCode } from './queries.ts';
import { refusalOf } from './refusal.ts';

/** Activates or deactivates at once; the toast takes it back. A code that leads nowhere any more is not activated. */
export function useToggleActive() {
  const { t } = useTranslation(['links', 'app']);
  const text = useUiText();
  const update = useUpdateQrCode();
  // Not by callbacks of `mutate`: they are forgotten when the menu this was chosen from closes before the answer.
  const set = ({ id: qrCodeId, name }: QrCode, isActive: boolean, undo?: () => void) =>
    void update.mutateAsync({ qrCodeId, isActive }).then(
      () =>
        toast({
          tone: 'success',
          title: t('updated'),
          description: t(isActive ? 'nowActive' : 'nowInactive', { name }),
          ...(undo && { action: { label: text.undo, onAction: undo, undo: true } }),
        }),
      (error: unknown) =>
        toast({
          tone: 'error',
          title: t('app:error'),
          description: refusalOf(error, 'targetUrl') ?? t('updateFailed'),
        }),
    );
  return (code: QrCode) => set(code, !code.isActive, () => set(code, code.isActive));
}
