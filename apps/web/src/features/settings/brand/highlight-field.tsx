import { contrastOf, labelOn } from '@waggle/contracts/accent';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { ColorField } from '#ui/color-field.tsx';

const presets = [
  ['ink', '#191714'],
  ['honey', '#f9ad1b'],
  ['brown', '#8a4f16'],
  ['green', '#1d6a41'],
  ['blue', '#2c4f98'],
] as const;

/** The second color of new emails: bands with text on them. */
export function HighlightField({
  highlight,
  onHighlight,
}: {
  highlight: string;
  onHighlight: (color: string) => void;
}) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const format = useFormat();
  const label = labelOn(highlight);
  const ratio = format.number(Math.floor(contrastOf(highlight, label) * 10) / 10);
  return (
    <div className="flex flex-col gap-1.5">
      <ColorField
        label={t('highlight')}
        value={highlight.toUpperCase()}
        onValueChange={(color) => onHighlight(color.toLowerCase())}
        presets={presets.map(([name, value]) => ({ value: value.toUpperCase(), label: t(`presets.${name}`) }))}
        invalid={t('accentInvalid')}
        hint={t('highlightHint')}
      />
      <p className="flex items-center gap-1.5 text-xs text-success-text">
        <CircleCheck aria-hidden className="size-4" />
        {t(label === '#ffffff' ? 'contrast.white' : 'contrast.dark', { ratio })}
      </p>
    </div>
  );
}
