import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Named } from './filter-words.ts';

type OneOfProps = {
  label: string;
  options: readonly Named[];
  value: string | undefined;
  onPick: (value: string) => void;
};

/** A short list to pick one from. */
export function OneOf({ label, options, value, onPick }: OneOfProps) {
  return (
    <div role="group" aria-label={label} className="-m-2 flex flex-col">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onPick(option.value)}
          className="flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-left text-sm text-ink hover:bg-fill focus-visible:-outline-offset-2 coarse:min-h-(--target-touch)"
        >
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.value === value && <Check aria-hidden className="size-4" />}
        </button>
      ))}
    </div>
  );
}

type SomeOfProps = {
  label: string;
  options: readonly Named[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Longer lists than these can be searched. */
const shortList = 8;

export function SomeOf({ label, options, chosen, onChange }: SomeOfProps) {
  const { t } = useTranslation('contacts');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted));
  return (
    <div className="flex w-56 flex-col gap-2">
      {options.length > shortList && (
        <TextInput
          aria-label={t('filters.find')}
          placeholder={t('filters.find')}
          size="sm"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div role="group" aria-label={label} className="-mx-1 flex max-h-64 flex-col overflow-y-auto px-1">
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            className="min-h-8 items-center! rounded-sm px-2 hover:bg-fill"
            label={
              <span className="flex min-w-0 items-center gap-2">
                {option.color && (
                  <span aria-hidden className="size-1.75 shrink-0 rounded-full" style={{ background: option.color }} />
                )}
                <span className="truncate">{option.label}</span>
              </span>
            }
            checked={chosen.includes(option.value)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
            }
          />
        ))}
        {shown.length === 0 && <p className="py-1 text-sm text-subtle">{t('filters.noChoices')}</p>}
      </div>
    </div>
  );
}
