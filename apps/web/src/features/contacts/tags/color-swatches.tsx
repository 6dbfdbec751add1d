import { tagColors } from '@waggle/contracts/tags';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export type Color = (typeof tagColors)[number];

const names = {
  '#3B82F6': 'blue',
  '#10B981': 'green',
  '#F59E0B': 'amber',
  '#EF4444': 'red',
  '#8B5CF6': 'violet',
  '#06B6D4': 'cyan',
  '#84CC16': 'lime',
  '#F97316': 'orange',
} as const satisfies Record<Color, string>;

type ColorSwatchesProps = { value: Color; onValueChange: (color: Color) => void };

/** The eight colours of tags, by name. */
export function ColorSwatches({ value, onValueChange }: ColorSwatchesProps) {
  const { t } = useTranslation('contacts');
  const group = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('tags.color')}</legend>
      <div className="flex flex-wrap gap-2">
        {tagColors.map((color) => (
          <label key={color} title={t(`colors.${names[color]}`)} className="relative grid size-7 coarse:size-11">
            <input
              type="radio"
              name={group}
              aria-label={t(`colors.${names[color]}`)}
              checked={color === value}
              onChange={() => onValueChange(color)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
            <span
              aria-hidden
              style={{ background: color }}
              className="pointer-events-none grid place-items-center rounded-full ring-offset-2 ring-offset-(--surface-raised) peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:ring-2 peer-focus-visible:ring-focus"
            >
              {color === value && <Check className="size-4 text-white drop-shadow-sm" />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
