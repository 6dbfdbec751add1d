import { maxLogoBytes } from '@waggle/contracts/qr-codes';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { Slider } from '#ui/slider.tsx';
import { useUploadLogo } from '../queries.ts';
import { Amount } from './amount.tsx';
import type { DesignProps } from './design-props.ts';

const types = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture for the middle of the code, and how wide it may be. */
export function LogoField({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo();
  const [fault, setFault] = useState<string>();

  const take = (file: File) => {
    const wrong = !types.includes(file.type) ? 'type' : file.size > maxLogoBytes ? 'large' : undefined;
    setFault(wrong && t(`designer.logoFaults.${wrong}`));
    if (wrong) return;
    runMutation(upload, file, {
      // More of the code may be covered when it repairs more; a logo without that rarely scans.
      onSuccess: ({ id: logoId }) =>
        onDesign((now) => ({ ...now, logoId, correction: now.correction === 'L' ? 'Q' : now.correction })),
      onError: (error) => setFault(problemText(error)),
    });
  };

  return (
    <fieldset aria-describedby={`${id}-message`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('designer.logo')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label={t('designer.logoChoose')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
            if (file) take(file);
          }}
        />
        <Button icon={ImagePlus} busy={upload.isPending} onClick={() => input.current?.click()}>
          {t(design.logoId ? 'designer.logoReplace' : 'designer.logoChoose')}
        </Button>
        {design.logoId && (
          <Button variant="ghost" icon={Trash2} onClick={() => onDesign({ ...design, logoId: null })}>
            {t('designer.logoRemove')}
          </Button>
        )}
      </div>
      <FieldMessage id={`${id}-message`} error={fault} hint={t('designer.logoHint')} />
      {design.logoId && <LogoSize design={design} onDesign={onDesign} />}
    </fieldset>
  );
}

function LogoSize({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const shown = format.percent(design.logoShare);
  return (
    <Amount label={t('designer.logoSize')} shown={shown}>
      {(id) => (
        <Slider
          id={id}
          min={10}
          max={40}
          value={Math.round(design.logoShare * 100)}
          aria-valuetext={shown}
          onValueChange={(percent) => onDesign({ ...design, logoShare: percent / 100 })}
        />
      )}
    </Amount>
  );
}
