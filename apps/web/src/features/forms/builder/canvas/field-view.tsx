import type { FormField } from '@waggle/contracts/form-definition';
import { ChevronDown, EyeOff } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';

type FieldViewProps = {
  field: FormField;
  /** The label, or what edits it. */
  label: ReactNode;
};

const box =
  'flex min-h-10 w-full items-center rounded-md border border-line-control bg-surface px-3 text-sm text-subtle';

/** A field as visitors see it, drawn and not to be filled in. */
export function FieldView({ field, label }: FieldViewProps) {
  const View = views[field.type];
  return (
    <div className="flex flex-col gap-1.5">
      <View field={field} label={label} />
      {field.help !== '' && <p className="text-xs text-subtle">{field.help}</p>}
    </div>
  );
}

function Line({ field, label }: FieldViewProps) {
  return (
    <>
      {label}
      <div aria-hidden className={box}>
        <span className="truncate">{field.placeholder}</span>
      </div>
    </>
  );
}

function Lines({ field, label }: FieldViewProps) {
  return (
    <>
      {label}
      <div aria-hidden className={cx(box, 'min-h-24 items-start py-2')}>
        {field.placeholder}
      </div>
    </>
  );
}

function Choice({ field, label }: FieldViewProps) {
  const { t } = useTranslation('form-builder');
  return (
    <>
      {label}
      <div aria-hidden className={cx(box, 'justify-between')}>
        <span className="truncate">{field.placeholder || t('canvas.choose')}</span>
        <ChevronDown className="size-4 shrink-0" />
      </div>
    </>
  );
}

function Radios({ field, label }: FieldViewProps) {
  return (
    <>
      {label}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        {field.options.map((option, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- two options may say the same until that is put right.
            key={index}
            className="flex min-h-10 items-center gap-2 rounded-md border border-line-control px-3 text-sm text-ink"
          >
            <span aria-hidden className="size-4 shrink-0 rounded-full border-[1.5px] border-line-control" />
            <span className="min-w-0 truncate">{option}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Box({ label }: FieldViewProps) {
  return (
    <div className="flex items-start gap-2">
      <span aria-hidden className="mt-0.5 size-4 shrink-0 rounded-xs border-[1.5px] border-line-control" />
      <div className="min-w-0 flex-1">{label}</div>
    </div>
  );
}

function Consent(props: FieldViewProps) {
  return (
    <div className="rounded-lg border border-line bg-canvas px-3.5 py-3">
      <Box {...props} />
    </div>
  );
}

function Hidden({ field, label }: FieldViewProps) {
  const { t } = useTranslation('form-builder');
  const { parameter, value } = field;
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-dashed border-line-control px-3 py-2 text-sm text-muted">
      <EyeOff aria-hidden className="size-4 shrink-0 text-subtle" />
      <div className="min-w-0 flex-1">{label}</div>
      <span className="truncate text-xs text-subtle">
        {parameter === '' ? value : t('canvas.fromAddress', { parameter })}
      </span>
    </div>
  );
}

const views: Record<FormField['type'], ComponentType<FieldViewProps>> = {
  text: Line,
  email: Line,
  phone: Line,
  textarea: Lines,
  select: Choice,
  radio: Radios,
  checkbox: Box,
  consent: Consent,
  hidden: Hidden,
};
