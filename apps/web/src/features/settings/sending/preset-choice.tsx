import { Server } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { type PresetKey, presetKeys, presets } from './presets.ts';

const tints: Record<string, string> = {
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
  warning: 'bg-warning-soft text-warning-text',
  accent: 'bg-accent-soft-strong text-accent-text',
  neutral: 'bg-fill text-muted',
};

export function PresetMark({ preset }: { preset: PresetKey }) {
  const { mark, tint } = presets[preset];
  return (
    <span
      aria-hidden
      className={cx('grid size-6.5 shrink-0 place-items-center rounded-md text-xs font-bold', tints[tint])}
    >
      {mark || <Server className="size-4" />}
    </span>
  );
}

type PresetChoiceProps = { value: PresetKey | undefined; onChoose: (preset: PresetKey) => void };

/** Who delivers the emails. Radios, so that one choice is one click and the arrow keys walk them. */
export function PresetChoice({ value, onChoose }: PresetChoiceProps) {
  const { t } = useTranslation('set-up');
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('connection.service')}</legend>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        {presetKeys.map((preset) => (
          <label
            key={preset}
            className="relative flex min-h-11 grow cursor-pointer items-center gap-2.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink shadow-xs transition-colors duration-(--duration-instant) hover:bg-row-hover has-checked:border-control-on has-checked:ring-1 has-checked:ring-control-on has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={preset}
              checked={value === preset}
              onChange={() => onChoose(preset)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <PresetMark preset={preset} />
            <span className="min-w-0 leading-4.5">{presets[preset].name ?? t('connection.own')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
