import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select, type SelectProps } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEscapeFirst } from './use-escape-first.ts';

export function PropertyLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-3 text-sm">
      <dt className="self-start truncate leading-8 text-muted" title={label}>
        {label}
      </dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}

type PropertyRowProps = {
  label: string;
  /** As it is typed. */
  value: string;
  /** As it is read, where that differs. */
  shown?: ReactNode;
  type?: 'text' | 'tel' | 'number' | 'date' | undefined;
  /** With these it is chosen instead of typed. */
  options?: SelectProps['options'] | undefined;
  /** Undefined where it can only be read. */
  onSave: ((typed: string) => void) | undefined;
};

/** Click to edit; Enter saves, Esc leaves it as it was. */
export function PropertyRow({ label, value, shown, type = 'text', options, onSave }: PropertyRowProps) {
  const { t } = useTranslation('contacts');
  const [typed, setTyped] = useState<string>();
  const editing = typed !== undefined;
  useEscapeFirst(editing, () => setTyped(undefined));
  const save = () => {
    if (typed !== undefined && typed.trim() !== value) onSave?.(typed.trim());
    setTyped(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  if (!onSave) return <PropertyLine label={label}>{shown || value || <Nothing />}</PropertyLine>;
  if (options) {
    return (
      <PropertyLine label={label}>
        <Select
          aria-label={label}
          size="sm"
          options={options}
          value={value}
          placeholder={t('sheet.nothing')}
          onValueChange={(picked) => picked !== value && onSave(picked)}
          className="-ml-2 w-auto! min-w-32 border-transparent! bg-transparent! px-2! text-sm! shadow-none! hover:bg-fill!"
        />
      </PropertyLine>
    );
  }
  return (
    <PropertyLine label={label}>
      {editing ? (
        <form noValidate onSubmit={submit} className="-ml-2">
          <TextInput
            aria-label={label}
            type={type}
            size="sm"
            // The field replaces the button that was just pressed.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={save}
          />
        </form>
      ) : (
        <button
          type="button"
          onClick={() => setTyped(value)}
          className="-ml-2 flex min-h-7 w-full items-center rounded-sm px-2 text-left hover:bg-fill"
        >
          <span className="sr-only">{t('sheet.editProperty', { label })}:</span>{' '}
          <span className="truncate">{shown || value || <Nothing />}</span>
        </button>
      )}
    </PropertyLine>
  );
}

function Nothing() {
  const { t } = useTranslation('contacts');
  return <span className="text-subtle">{t('sheet.nothing')}</span>;
}
