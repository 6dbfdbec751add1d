import { colorRoles, type EmailColor, type EmailPalette } from '@waggle/contracts/email-document';
import { AlignCenter, AlignLeft, AlignRight, ChevronRight, RotateCcw } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#ui/color-field.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Slider } from '#ui/slider.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { hexOf } from '../canvas/looks.ts';
import { addressOf, addressStart, isAddress } from './address.ts';

type PixelsProps = {
  label: string;
  value: number;
  min?: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
};

export function Pixels({ label, value, min = 0, max, step = 1, onChange }: PixelsProps) {
  const { t } = useTranslation('email-editor');
  const id = useId();
  const shown = t('inspector.pixels', { shown: value });
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <span className="text-muted tabular-nums">{shown}</span>
      </div>
      <Slider id={id} min={min} max={max} step={step} value={value} aria-valuetext={shown} onValueChange={onChange} />
    </div>
  );
}

type ColorChoiceProps = {
  label: string;
  value: EmailColor | undefined;
  /** Shown while the block has none of its own. */
  usual: EmailColor;
  palette: EmailPalette;
  onChange: (color: EmailColor | undefined) => void;
};

const offered = ['text', 'muted', 'accent', 'deep', 'paper', 'tint'] as const;

/** Colors of the brand by name, so that they follow it and the dark mode; any other by its number. */
export function ColorChoice({ label, value, usual, palette, onChange }: ColorChoiceProps) {
  const { t } = useTranslation('email-editor');
  const choose = (hex: string) => {
    const color = hex.toLowerCase();
    onChange(colorRoles.find((role) => palette[role] === color) ?? color);
  };
  return (
    <div className="flex items-end justify-between gap-2">
      <ColorField
        label={label}
        value={hexOf(value ?? usual, palette).toUpperCase()}
        presets={uniqueBy(offered.map((role) => ({ value: palette[role].toUpperCase(), label: t(`colors.${role}`) })))}
        invalid={t('inspector.noColor')}
        onValueChange={choose}
      />
      {value !== undefined && (
        <IconButton
          size="sm"
          icon={RotateCcw}
          label={t('inspector.useDefault', { what: label })}
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  );
}

const uniqueBy = (presets: readonly { value: string; label: string }[]) =>
  presets.filter((preset, at) => presets.findIndex(({ value }) => value === preset.value) === at);

type Align = 'left' | 'center' | 'right';

export function AlignChoice({ value, onChange }: { value: Align; onChange: (align: Align) => void }) {
  const { t } = useTranslation('email-editor');
  const option = (own: Align, icon: typeof AlignLeft) => ({
    value: own,
    icon,
    label: <span className="sr-only">{t(`inspector.aligned.${own}`)}</span>,
  });
  return (
    <Labeled label={t('inspector.align')}>
      <SegmentedControl
        label={t('inspector.align')}
        value={value}
        onValueChange={onChange}
        options={[option('left', AlignLeft), option('center', AlignCenter), option('right', AlignRight)]}
        className="self-start"
      />
    </Labeled>
  );
}

/** A visible name for a control that carries it for screen readers already. */
export function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p aria-hidden className="text-sm font-medium text-ink">
        {label}
      </p>
      {children}
    </div>
  );
}

type LinkFieldProps = {
  label: string;
  value: string;
  required?: boolean;
  hint?: string;
  onChange: (href: string) => void;
};

export function LinkField({ label, value, required, hint, onChange }: LinkFieldProps) {
  const { t } = useTranslation('email-editor');
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={isAddress(value) ? undefined : t('inspector.noAddress')}
    >
      {(control) => (
        <TextInput
          {...control}
          value={value}
          maxLength={2_000}
          inputMode="url"
          placeholder={addressStart}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => value !== addressOf(value) && onChange(addressOf(value))}
        />
      )}
    </Field>
  );
}

/** What few people change, folded away. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-3">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-medium text-ink">
        <ChevronRight aria-hidden className="size-4 text-subtle transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="flex flex-col gap-4 pt-4">{children}</div>
    </details>
  );
}
