import type { QrCode } from '@waggle/contracts/qr-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useUpdateQrCode } from '../queries.ts';
import { Designer } from './designer.tsx';
import { usePreview } from './use-preview.ts';

/** What the server says of the design itself. */
function refusalOf(error: unknown): string | undefined {
  const sentence = error instanceof ApiProblem ? error.fields.design : undefined;
  return sentence && translateSentence(sentence);
}

/** How a code looks. What it says, its short URL, stays the same. */
export function DesignerDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const { t } = useTranslation(['links', 'app']);
  const text = useUiText();
  const [design, setDesign] = useState(code.design);
  const [leaving, setLeaving] = useState(false);
  const preview = usePreview(design, code.id);
  const update = useUpdateQrCode();
  const dirty = JSON.stringify(design) !== JSON.stringify(code.design);
  const close = () => (dirty ? setLeaving(true) : onClose());
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
          toast({ tone: 'error', title: t('app:error'), description: refusalOf(error) ?? t('updateFailed') }),
      },
    );

  return (
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
      <Confirm
        open={leaving}
        onOpenChange={setLeaving}
        title={t('designer.leave')}
        confirmLabel={t('designer.discard')}
        cancelLabel={t('designer.keep')}
        onConfirm={onClose}
      >
        {t('designer.leaveText')}
      </Confirm>
    </Dialog>
  );
}
