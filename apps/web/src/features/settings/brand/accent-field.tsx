import { contrastOf, defaultAccent, labelOn } from '@waggle/contracts/accent';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { ColorField } from '#ui/color-field.tsx';

const presets = [
  ['honey', defaultAccent],
  ['brown', '#8a4f16'],
  ['red', '#b3261e'],
  ['green', '#1d6a41'],
  ['blue', '#2c4f98'],
  ['plum', '#93266f'],
  ['ink', '#191714'],
] as const;

type AccentFieldProps = { accent: string; onAccent: (accent: string) => void; hint?: string };

/** Text on the color is chosen so that it can be read, whatever the color. */
export function AccentField({ accent, onAccent, hint }: AccentFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const format = useFormat();
  const label = labelOn(accent);
  const ratio = format.number(Math.floor(contrastOf(accent, label) * 10) / 10);
  return (
    <div className="flex flex-col gap-1.5">
      <ColorField
        label={t('accent')}
        value={accent.toUpperCase()}
        onValueChange={(color) => onAccent(color.toLowerCase())}
        presets={presets.map(([name, value]) => ({ value: value.toUpperCase(), label: t(`presets.${name}`) }))}
        invalid={t('accentInvalid')}
        hint={hint ?? t('accentHint')}
      />
      <p className="flex items-center gap-1.5 text-xs text-success-text">
        <CircleCheck aria-hidden className="size-4" />
        {t(label === '#ffffff' ? 'contrast.white' : 'contrast.dark', { ratio })}
      </p>
    </div>
  );
}
