import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { FieldMessage } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEscapeFirst } from './use-escape-first.ts';

/** Saves what was typed; answers what is wrong with it, if anything is. */
export type Save<Typed = string> = (typed: Typed) => Promise<string | undefined>;

/** What is typed until it is saved. What the server refuses stays in its field, with the reason under it. */
export function useInPlace<Typed>(value: Typed, onSave: Save<Typed>) {
  const [typed, setTyped] = useState<Typed>();
  const [error, setError] = useState<string>();
  const saving = useRef(false);
  const returning = useRef(false);
  const stop = () => {
    setTyped(undefined);
    setError(undefined);
  };
  useEscapeFirst(typed !== undefined, () => {
    returning.current = true;
    stop();
  });
  const save = async (next: Typed | undefined) => {
    if (next === undefined || saving.current) return;
    if (JSON.stringify(next) === JSON.stringify(value)) return stop();
    saving.current = true;
    const problem = await onSave(next).finally(() => {
      saving.current = false;
    });
    if (problem === undefined) stop();
    else setError(problem);
  };
  return {
    typed,
    error,
    start: () => setTyped(value),
    type: setTyped,
    save,
    submit: (event: FormEvent, next: Typed | undefined) => {
      event.preventDefault();
      returning.current = true;
      void save(next);
    },
    /** The button takes the focus back from the field that replaced it, unless the person went elsewhere. */
    button: (node: HTMLButtonElement | null) => {
      if (!node || !returning.current) return;
      returning.current = false;
      node.focus();
    },
  };
}

type EditInPlaceProps = {
  label: string;
  /** As it is typed. */
  value: string;
  /** As it is read, where that differs. */
  shown?: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | undefined;
  onSave: Save;
  className?: string | undefined;
};

/** Text until it is clicked; Enter saves, Esc leaves it as it was. */
export function EditInPlace({ label, value, shown, type = 'text', onSave, className }: EditInPlaceProps) {
  const { typed, error, button, start, type: typeIn, save, submit } = useInPlace(value, onSave);
  const messageId = useId();
  const trimmed = typed?.trim();
  if (typed === undefined) {
    return (
      <InPlaceButton ref={button} label={label} onClick={start} className={className}>
        {shown || value || <Nothing />}
      </InPlaceButton>
    );
  }
  return (
    <form noValidate onSubmit={(event) => submit(event, trimmed)} className="-ml-2 min-w-0 flex-1">
      <TextInput
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : messageId}
        type={type}
        size="sm"
        autoComplete="off"
        // The field replaces the button that was just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed}
        onChange={(event) => typeIn(event.currentTarget.value)}
        onBlur={() => void save(trimmed)}
      />
      <FieldMessage id={messageId} error={error} />
    </form>
  );
}

type InPlaceButtonProps = {
  label: string;
  onClick?: (() => void) | undefined;
  ref?: ((node: HTMLButtonElement | null) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Spreads what a menu gives its trigger, so that it can be one. */
export function InPlaceButton({ label, className, children, ...rest }: InPlaceButtonProps) {
  const { t } = useTranslation('contacts');
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        '-ml-2 flex min-h-7 max-w-full min-w-0 items-center rounded-sm px-2 text-left hover:bg-fill',
        className,
      )}
    >
      <span className="sr-only">{t('sheet.editProperty', { label })}:</span>{' '}
      <span className="truncate">{children}</span>
    </button>
  );
}

export function Nothing() {
  const { t } = useTranslation('contacts');
  return <span className="text-subtle">{t('sheet.nothing')}</span>;
}
