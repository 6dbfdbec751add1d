import type { FormField } from '@waggle/contracts/form-definition';
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { cx } from '#ui/class-names.ts';
import type { Icon } from '#ui/icon.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { useBuilder } from '../builder-context.ts';
import { useRemoveField } from '../field-kinds.ts';
import { useFormDrag } from './drag.tsx';
import { usePlaceWords } from './place-words.ts';

const buttonClass =
  'grid size-8 place-items-center rounded-sm hover:bg-[color-mix(in_oklab,var(--text-inverse)_14%,transparent)] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-on-inverse';

/** On the upper edge of the selected field. */
export function FieldBar({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  const remove = useRemoveField();
  const step = (by: 1 | -1) => announce(t(commands.step(field.id, by) ? `drag.moved${by}` : 'drag.end'));
  return (
    <div
      role="toolbar"
      aria-label={t('field.tools')}
      className="absolute -top-5 right-3 z-3 flex items-center rounded-md bg-inverse p-0.5 text-on-inverse shadow-lg"
    >
      <BarButton label={t('field.up')} icon={ArrowUp} onClick={() => step(-1)} />
      <BarButton label={t('field.down')} icon={ArrowDown} onClick={() => step(1)} />
      <BarButton label={t('field.duplicate')} icon={Copy} onClick={() => commands.duplicate(field.id)} />
      <BarButton label={t('field.delete')} icon={Trash2} onClick={() => remove(field.id)} className="inverse-error" />
    </div>
  );
}

type BarButtonProps = { label: string; icon: Icon; onClick: () => void; className?: string };

function BarButton({ label, icon: Icon, onClick, className }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <button type="button" aria-label={label} onClick={onClick} className={cx(buttonClass, className)}>
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}

/** Pulled by a pointer; by keyboard lifted with Enter or Space, moved by the arrows and dropped with Enter or Space. */
export function FieldHandle({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { state, commands } = useBuilder();
  const hint = useId();
  const isLifted = state.lifted?.id === field.id;
  const drag = useFormDrag({
    id: `handle ${field.id}`,
    dragged: { what: 'field', type: field.type, id: field.id, label: field.label },
    disabled: isLifted,
  });
  const toggle = () => {
    if (isLifted) commands.drop();
    else commands.lift(field.id);
    announce(t(isLifted ? 'drag.dropped' : 'drag.lifted', { label: field.label }));
  };
  return (
    <>
      <Tooltip label={t('drag.handle')}>
        <button
          ref={drag}
          type="button"
          data-handle={field.id}
          aria-label={t('drag.handle')}
          aria-pressed={isLifted}
          aria-describedby={hint}
          // A pointer that let go of the handle has not lifted anything.
          onClick={({ detail }) => detail === 0 && toggle()}
          onKeyDown={useCarryKeys(field.id)}
          className="absolute top-1/2 -left-7 z-3 grid h-8 w-6 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-sm text-muted hover:bg-fill hover:text-ink aria-pressed:bg-fill aria-pressed:text-ink"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      </Tooltip>
      <span id={hint} className="sr-only">
        {t('drag.instructions')}
      </span>
    </>
  );
}

function useCarryKeys(fieldId: string) {
  const { t } = useTranslation('form-builder');
  const { state, commands } = useBuilder();
  const placeWords = usePlaceWords();
  return (event: KeyboardEvent) => {
    if (state.lifted?.id !== fieldId) return;
    // Who leaves with the tab key leaves the field where it is.
    if (event.key === 'Tab') commands.drop();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const moved = commands.carry(event.key === 'ArrowUp' ? -1 : 1);
    announce(moved ? placeWords(moved, fieldId) : t('drag.end'));
    event.preventDefault();
  };
}
