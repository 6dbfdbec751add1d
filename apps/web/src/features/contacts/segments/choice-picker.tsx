import { Command } from 'cmdk';
import { Check, ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { inputClass } from '#ui/input-class.ts';
import { Popover } from '#ui/popover.tsx';

export type Choice = { value: string; label: string; leading?: ReactNode };

type ChoicePickerProps = {
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What the closed control shows of the chosen ones. */
  children: ReactNode;
  invalid: boolean;
  describedBy: string | undefined;
  className?: string | undefined;
  /** One of them: the popover closes when it is picked. */
  single?: boolean | undefined;
};

/** More choices than this get a search box. */
const manyChoices = 7;

/** Several of a list; the popover stays open while they are ticked. Or one of it. */
export function ChoicePicker(props: ChoicePickerProps) {
  const { label, placeholder, choices, chosen, onChange, children, invalid, describedBy, className, single } = props;
  const [open, setOpen] = useState(false);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const pick = (value: string) => {
    onChange([value]);
    setOpen(false);
  };
  return (
    <Popover
      flush
      open={open}
      onOpenChange={setOpen}
      label={label}
      className="w-(--radix-popover-trigger-width)"
      trigger={
        <button
          type="button"
          aria-describedby={describedBy}
          className={cx(
            inputClass({ size: 'md' }),
            'flex h-auto! min-h-(--control-md) items-center justify-between gap-2 py-1 text-left',
            chosen.length > 0 && !single && 'pl-1.5!',
            invalid && 'border-danger!',
            className,
          )}
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
            <span className="sr-only">{label}:</span>{' '}
            {chosen.length === 0 ? <span className="text-subtle">{placeholder}</span> : children}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-subtle" />
        </button>
      }
    >
      <ChoiceList label={label} choices={choices} chosen={chosen} onPick={single ? pick : toggle} />
    </Popover>
  );
}

type ChoiceListProps = Pick<ChoicePickerProps, 'label' | 'choices' | 'chosen'> & { onPick: (value: string) => void };

function ChoiceList({ label, choices, chosen, onPick }: ChoiceListProps) {
  const { t } = useTranslation('segments');
  return (
    <Command label={label}>
      <Command.Input
        aria-label={t('value.find')}
        placeholder={t('value.find')}
        className={
          choices.length > manyChoices
            ? 'h-(--control-md) w-full border-b border-line bg-transparent px-2.5 text-sm text-ink outline-none'
            : 'sr-only'
        }
      />
      <Command.List className="max-h-64 overflow-y-auto pt-1">
        <Command.Empty className="px-2.5 py-3 text-sm text-subtle">{t('value.nothing')}</Command.Empty>
        {choices.map(({ value, label: name, leading }) => (
          <Command.Item
            key={value}
            value={`${name} ${value}`}
            onSelect={() => onPick(value)}
            className="flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink select-none data-[selected=true]:bg-fill coarse:min-h-(--target-touch)"
          >
            {leading}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="size-4 shrink-0">
              {chosen.includes(value) && <Check aria-hidden className="size-4" />}
            </span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
