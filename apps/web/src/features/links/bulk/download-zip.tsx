import { imageFormats, qrSize } from '@waggle/contracts/qr-codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useZip } from './queries.ts';

type DownloadZipProps = { codesOf: () => Promise<string[]>; onClose: () => void };

const sizes = Array.from(
  { length: (qrSize.max - qrSize.min) / qrSize.step + 1 },
  (_, at) => qrSize.min + at * qrSize.step,
);

/** One picture for each of the codes, in a ZIP. */
export function DownloadZip({ codesOf, onClose }: DownloadZipProps) {
  const { t } = useTranslation('links');
  const text = useUiText();
  const zip = useZip();
  const [format, setFormat] = useState<(typeof imageFormats)[number]>('png');
  const [size, setSize] = useState<number>(qrSize.max);
  const [fault, setFault] = useState<string>();
  const download = async () => {
    setFault(undefined);
    try {
      const name = await zip.mutateAsync({ qrCodeIds: await codesOf(), format, size });
      onClose();
      toast({ tone: 'success', title: t('downloaded'), description: name });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('zip.title')}
      description={t('zip.text')}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" busy={zip.isPending} busyLabel={t('zip.working')} onClick={() => void download()}>
            {t('download')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label={t('zip.format')}
          value={format}
          onValueChange={setFormat}
          options={imageFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          className="self-start"
        />
        <Field label={t('size')}>
          {(control) => (
            <Select
              {...control}
              value={String(size)}
              onValueChange={(value) => setSize(Number(value))}
              options={sizes.map((value) => ({ value: String(value), label: t('pixels', { size: value }) }))}
            />
          )}
        </Field>
        {fault && <Alert tone="danger">{fault}</Alert>}
      </div>
    </Dialog>
  );
}
