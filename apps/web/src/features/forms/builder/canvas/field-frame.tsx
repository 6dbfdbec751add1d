import type { FormField } from '@waggle/contracts/form-definition';
import { CircleAlert, Eye } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { translateSentence } from '#lib/i18n.ts';
import { cx } from '#ui/class-names.ts';
import { useBuilder } from '../builder-context.ts';
import { useRemoveField } from '../field-kinds.ts';
import { useFormDrag } from './drag.tsx';
import { FieldBar, FieldHandle } from './field-bar.tsx';
import { FieldView } from './field-view.tsx';
import { InPlace } from './in-place.tsx';

type FieldFrameProps = { field: FormField; index: number; count: number; isEntry: boolean; isNarrow: boolean };

/** A field with what selects, moves and edits it. */
export function FieldFrame({ field, index, count, isEntry, isNarrow }: FieldFrameProps) {
  const { state, readOnly, problems, screen } = useBuilder();
  const isSelected = state.selected === field.id;
  const isHalf = field.half && screen === 'desktop' && !isNarrow;
  return (
    <div
      data-field={field.id}
      className={cx(
        'relative -mx-3 rounded-lg px-3 py-2.5',
        isHalf ? 'max-sm:col-span-2' : 'col-span-2',
        isSelected && 'z-2 outline-2 outline-(--text)',
        state.lifted?.id === field.id && 'bg-surface shadow-xl outline-accent!',
      )}
    >
      <FieldView field={field} label={<Label field={field} isSelected={isSelected} />} />
      {field.visibleWhen && <ConditionMark />}
      <Problems sentences={problems.get(field.id) ?? []} />
      <SelectButton field={field} index={index} count={count} isEntry={isEntry} />
      {isSelected && !readOnly && !isNarrow && (
        <>
          <FieldHandle field={field} />
          <FieldBar field={field} />
        </>
      )}
    </div>
  );
}

function Problems({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className="mt-1.5 flex items-start gap-1.5 text-xs text-danger-text">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {translateSentence(sentence)}
    </p>
  ));
}

/** Of the selected field it is edited where it stands. */
function Label({ field, isSelected }: { field: FormField; isSelected: boolean }) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly } = useBuilder();
  const isPlain = field.type === 'checkbox' || field.type === 'consent' || field.type === 'hidden';
  const look = cx('text-sm text-ink', !isPlain && 'font-medium');
  const isWritable = isSelected && !readOnly;
  return (
    <div className="flex items-baseline gap-1">
      {isWritable ? (
        <div className="relative z-2 min-w-0 flex-1">
          <InPlace
            label={t('inspector.label')}
            value={field.label}
            placeholder={t(`kinds.${field.type}`)}
            maxLength={300}
            multiline={field.type === 'consent'}
            readOnly={false}
            invalid={field.label === ''}
            onChange={(label) => commands.change(field.id, { label })}
            className={look}
            mark={field.id}
          />
        </div>
      ) : (
        <span className={cx(look, 'min-w-0 wrap-break-word', field.label === '' && 'text-subtle')}>
          {field.label || t(`kinds.${field.type}`)}
        </span>
      )}
      {field.required && (
        <span aria-hidden className="text-sm text-danger-text">
          *
        </span>
      )}
    </div>
  );
}

function ConditionMark() {
  const { t } = useTranslation('form-builder');
  return (
    <span className="mt-1.5 inline-flex items-center gap-1 rounded-sm bg-fill px-1.5 py-0.5 text-2xs text-muted">
      <Eye aria-hidden className="size-3" />
      {t('conditions.mark')}
    </span>
  );
}

type SelectButtonProps = Omit<FieldFrameProps, 'isNarrow'>;

/** Lies over the field, so that all of it can be clicked and the keyboard finds one thing for each field. */
function SelectButton({ field, index, count, isEntry }: SelectButtonProps) {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly } = useBuilder();
  const drag = useFormDrag({
    id: `field ${field.id}`,
    dragged: { what: 'field', type: field.type, id: field.id, label: field.label },
    disabled: readOnly,
  });
  const name = t('field.name', { kind: t(`kinds.${field.type}`), label: field.label, position: index + 1, count });
  return (
    <button
      ref={drag}
      type="button"
      data-select={field.id}
      aria-label={name}
      aria-pressed={state.selected === field.id}
      tabIndex={isEntry ? 0 : -1}
      // By keyboard a click has no place: who presses Enter goes on to write the label.
      onClick={({ detail }) => commands.select(field.id, detail === 0 && !readOnly ? 'label' : undefined)}
      onKeyDown={useFieldKeys(field)}
      className="absolute inset-0 z-1 size-full cursor-pointer touch-manipulation rounded-lg hover:outline-1 hover:outline-line-control focus-visible:outline-2 focus-visible:outline-focus"
    />
  );
}

function useFieldKeys(field: FormField) {
  const { t } = useTranslation('form-builder');
  const { commands, readOnly } = useBuilder();
  const remove = useRemoveField();
  /** Whether the key does something here. */
  const change = (key: string, arrow: 1 | -1 | undefined, isMod: boolean): boolean => {
    if (arrow !== undefined) announce(t(commands.step(field.id, arrow) ? `drag.moved${arrow}` : 'drag.end'));
    else if (key === 'Delete' || key === 'Backspace') remove(field.id);
    else if (key.toLowerCase() === 'd' && isMod) commands.duplicate(field.id);
    else return false;
    return true;
  };
  return (event: KeyboardEvent) => {
    const { key, altKey } = event;
    const arrow = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
    if (arrow !== undefined && !altKey) commands.selectNext(field.id, arrow);
    else if (readOnly || !change(key, arrow, event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
  };
}
