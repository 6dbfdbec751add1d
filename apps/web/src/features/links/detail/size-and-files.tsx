import { imageFormats, qrSize, type QrCode } from '@waggle/contracts/qr-codes';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Slider } from '#ui/slider.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useDownload } from '../use-download.ts';

type SizeAndFilesProps = { code: QrCode; size: number; onSize: (size: number) => void };

export function SizeAndFiles({ code, size, onSize }: SizeAndFilesProps) {
  const { t } = useTranslation('links');
  const id = useId();
  const { download, busy } = useDownload(code);
  return (
    <div className="pt-3">
      <label htmlFor={id} className="text-xs text-muted">
        {t('size')}
      </label>
      <div className="mt-1.5 flex items-center gap-3">
        <Slider
          id={id}
          min={qrSize.min}
          max={qrSize.max}
          step={qrSize.step}
          value={size}
          aria-valuetext={t('pixels', { size })}
          onValueChange={onSize}
        />
        <SizeInput size={size} onSize={onSize} />
      </div>
      <div className="mt-3 grid grid-cols-3 gap-2">
        {imageFormats.map((format) => (
          <Button
            key={format}
            icon={Download}
            busy={busy === format}
            aria-label={t('downloadAs', { format: format.toUpperCase() })}
            onClick={() => download({ format, size })}
            className="px-0!"
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </div>
  );
}

const nearest = (typed: number) =>
  Math.min(qrSize.max, Math.max(qrSize.min, Math.round(typed / qrSize.step) * qrSize.step));

/** Typed freely, then brought to the nearest size there is. */
function SizeInput({ size, onSize }: Pick<SizeAndFilesProps, 'size' | 'onSize'>) {
  const { t } = useTranslation('links');
  const [typed, setTyped] = useState<string>();
  const finish = () => {
    const wanted = Number(typed);
    if (typed && Number.isFinite(wanted)) onSize(nearest(wanted));
    setTyped(undefined);
  };
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      aria-label={t('sizeInPixels')}
      min={qrSize.min}
      max={qrSize.max}
      step={qrSize.step}
      value={typed ?? size}
      suffix={<span className="pr-2 text-xs">{t('px')}</span>}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const next = event.currentTarget.valueAsNumber;
        if (nearest(next) === next) onSize(next);
      }}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
      className="w-20! shrink-0 [&_input]:pr-7! [&_input]:[appearance:textfield] [&_input::-webkit-inner-spin-button]:appearance-none"
    />
  );
}
