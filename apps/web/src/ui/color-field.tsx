import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from './class-names.ts';
import { FieldMessage } from './field.tsx';
import { inputClass } from './input-class.ts';

export type ColorPreset = { value: string; label: string };

type ColorFieldProps = {
  label: string;
  /** Always `#rrggbb`. */
  value: string;
  onValueChange: (color: string) => void;
  presets: readonly ColorPreset[];
  /** Said under the field while what is typed is no colour. */
  invalid: string;
  hint?: string | undefined;
};

const colorOf = (typed: string): string | undefined => {
  const letters = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim())?.[1];
  if (!letters) return undefined;
  return `#${letters.length === 3 ? letters.replace(/./g, '$&$&') : letters}`.toUpperCase();
};

const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

/** A few colours by name, the browser's own picker, and a field for anybody who knows the number. */
export function ColorField({ label, value, onValueChange, presets, invalid, hint }: ColorFieldProps) {
  const group = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {presets.map((preset) => (
          <Swatch
            key={preset.value}
            group={group}
            preset={preset}
            checked={isSame(preset.value, value)}
            onChoose={() => onValueChange(preset.value)}
          />
        ))}
        <HexInput label={label} value={value} onValueChange={onValueChange} invalid={invalid} />
      </div>
      <FieldMessage id={`${group}-hint`} hint={hint} />
    </fieldset>
  );
}

type SwatchProps = { group: string; preset: ColorPreset; checked: boolean; onChoose: () => void };

function Swatch({ group, preset, checked, onChoose }: SwatchProps) {
  return (
    <label title={preset.label} className="relative grid size-7 coarse:size-11">
      <input
        type="radio"
        name={group}
        aria-label={preset.label}
        checked={checked}
        onChange={onChoose}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
      />
      <span
        aria-hidden
        style={{ background: preset.value }}
        className="pointer-events-none grid place-items-center rounded-full border border-line-control ring-offset-2 ring-offset-(--surface-raised) peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:ring-2 peer-focus-visible:ring-focus"
      >
        {checked && <Check className={cx('size-4', isLight(preset.value) ? 'text-black' : 'text-white')} />}
      </span>
    </label>
  );
}

/** Near enough for a check mark: the eye sees green brightest. */
const isLight = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 150;
};

type HexInputProps = Pick<ColorFieldProps, 'label' | 'value' | 'onValueChange' | 'invalid'>;

function HexInput({ label, value, onValueChange, invalid }: HexInputProps) {
  const id = useId();
  // What is being typed; a finished or abandoned try gives way to the colour itself.
  const [typed, setTyped] = useState<string>();
  const wrong = typed !== undefined && colorOf(typed) === undefined;
  const type = (text: string) => {
    setTyped(text);
    const color = colorOf(text);
    if (color && !isSame(color, value)) onValueChange(color);
  };
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <input
        type="color"
        aria-label={`${label}: ${value.toUpperCase()}`}
        value={value.toLowerCase()}
        onChange={(event) => onValueChange(event.currentTarget.value.toUpperCase())}
        className="color-well ml-1.5 size-(--control-sm) shrink-0 cursor-pointer"
      />
      <input
        type="text"
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        value={typed ?? value.toUpperCase()}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
        className={cx(inputClass({ size: 'sm' }), 'w-24! font-mono')}
      />
      {wrong && <FieldMessage id={id} error={invalid} />}
    </span>
  );
}
