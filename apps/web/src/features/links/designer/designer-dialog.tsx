import type { QrCode } from '@waggle/contracts/qr-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runMutation } from '#lib/run-mutation.ts';
import { useLeaveGuard } from '#lib/unsaved-changes.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useUpdateQrCode } from '../queries.ts';
import { refusalOf } from '../refusal.ts';
import { Designer } from './designer.tsx';
import { isSameDesign } from './same-design.ts';
import { usePreview } from './use-preview.ts';

/** How a code looks. What it says, its short URL, stays the same. */
export function DesignerDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const { t } = useTranslation(['links', 'app']);
  const text = useUiText();
  const [design, setDesign] = useState(code.design);
  const preview = usePreview(design, code.id);
  const update = useUpdateQrCode();
  const dirty = !isSameDesign(design, code.design);
  const { guard, question } = useLeaveGuard(dirty);
  const close = () => guard(onClose);
  const save = () =>
    runMutation(
      update,
      { qrCodeId: code.id, design },
      {
        onSuccess: ({ name }) => {
          onClose();
          toast({ tone: 'success', title: t('updated'), description: name });
        },
        onError: (error) =>
          toast({ tone: 'error', title: t('app:error'), description: refusalOf(error, 'design') ?? t('updateFailed') }),
      },
    );

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        size="lg"
        title={t('designer.title')}
        description={t('designer.text', { name: code.name })}
        footer={
          <>
            <Button onClick={close}>{text.cancel}</Button>
            <Button
              variant="primary"
              busy={update.isPending}
              busyLabel={t('saving')}
              disabledReason={dirty ? preview.obstacle : t('designer.unchanged')}
              onClick={save}
            >
              {t('designer.save')}
            </Button>
          </>
        }
      >
        <Designer design={design} onDesign={setDesign} preview={preview} />
      </Dialog>
      {question}
    </>
  );
}
