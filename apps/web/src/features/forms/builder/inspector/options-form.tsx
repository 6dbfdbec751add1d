import { type FormField, formLimits } from '@waggle/contracts/form-definition';
import { GripVertical, Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { translateSentence } from '#lib/i18n.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';
import { useFormDrag } from '../canvas/drag.tsx';

const complaints = new Set(['Every option needs a text', 'Use each choice only once']);

/** The choices of a dropdown or of radios. One always stays. */
export function OptionsForm({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly, problems } = useBuilder();
  const { id, options } = field;
  const set = (next: string[]) => commands.change(id, { options: next });
  const wrong = problems.get(id)?.find((sentence) => complaints.has(sentence));
  return (
    <div role="group" aria-label={t('options.title')} className="flex flex-col gap-2">
      <p className="flex justify-between text-sm font-medium text-ink">
        {t('options.title')}
        <span className="font-normal text-subtle tabular-nums">{options.length}</span>
      </p>
      <ul data-option-list className="flex flex-col gap-2">
        {options.map((option, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- an option has no name but its place while it is typed.
            key={index}
            className="flex items-center gap-1.5"
          >
            {!readOnly && <OptionHandle field={field} index={index} />}
            <TextInput
              aria-label={t('options.nth', { number: index + 1 })}
              aria-invalid={option === '' ? true : undefined}
              value={option}
              maxLength={200}
              onChange={(event) => set(options.with(index, event.currentTarget.value))}
            />
            {!readOnly && (
              <IconButton
                size="sm"
                icon={X}
                label={t('options.remove', { number: index + 1 })}
                disabledReason={options.length === 1 ? t('options.keepOne') : undefined}
                onClick={() => set(options.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ul>
      <FieldMessage id={`${id}-options`} error={wrong && translateSentence(wrong)} />
      {!readOnly && options.length < formLimits.options && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => set([...options, t('options.nth', { number: options.length + 1 })])}
        >
          {t('options.add')}
        </Button>
      )}
    </div>
  );
}

/** Pulled by a pointer; the arrow keys move the option too. */
function OptionHandle({ field, index }: { field: FormField; index: number }) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  const { id, options } = field;
  const drag = useFormDrag({
    id: `option ${id} ${index}`,
    dragged: { what: 'option', fieldId: id, index, label: options[index] ?? '' },
    disabled: false,
  });
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const to = index + by;
    const option = options[index];
    if (by === 0 || option === undefined || to < 0 || to >= options.length) return;
    event.preventDefault();
    commands.change(id, { options: options.toSpliced(index, 1).toSpliced(to, 0, option) });
    announce(t('drag.position', { position: to + 1, count: options.length }));
    // The keyboard goes along with the option.
    const list = event.currentTarget.closest('ul');
    requestAnimationFrame(() => list?.children[to]?.querySelector('button')?.focus());
  };
  return (
    <button
      ref={drag}
      type="button"
      aria-label={t('options.move', { number: index + 1 })}
      onKeyDown={move}
      className="grid h-8 w-5 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-subtle hover:text-ink"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}
