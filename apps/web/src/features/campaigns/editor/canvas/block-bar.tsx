import type { EmailBlock } from '@waggle/contracts/email-document';
import { Bookmark, Copy, GripVertical, Trash2 } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { cx } from '#ui/class-names.ts';
import type { Icon } from '#ui/icon.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { useSaved } from '../saved/saved-context.ts';
import { useCanvas } from './canvas-context.ts';
import { useDragSource } from './drag.tsx';
import { usePlaceWords } from './place-words.ts';
import { useSelection } from './selection-context.ts';

export const barButtonClass =
  'grid size-8 place-items-center rounded-sm hover:bg-[color-mix(in_oklab,var(--text-inverse)_14%,transparent)] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-on-inverse aria-pressed:bg-[color-mix(in_oklab,var(--text-inverse)_22%,transparent)]';

/** Above the selected block: move, duplicate, save, delete. */
export function BlockBar({ block, inColumn }: { block: EmailBlock; inColumn: boolean }) {
  const { t } = useTranslation('email-editor');
  const { commands } = useCanvas();
  const saved = useSaved();
  const remove = () => {
    commands.remove(block.id);
    announce(t('block.deleted'));
  };
  return (
    <div
      role="toolbar"
      aria-label={t('block.tools')}
      className={cx(
        'absolute -top-10 z-3 flex items-center rounded-md bg-inverse p-0.5 text-on-inverse shadow-lg',
        inColumn ? 'left-0' : 'right-0',
      )}
    >
      <Handle block={block} />
      <BarButton label={t('block.duplicate')} icon={Copy} onClick={() => commands.duplicate(block.id)} />
      {saved && <BarButton label={t('saved.save')} icon={Bookmark} onClick={() => saved.save(block)} />}
      <BarButton label={t('block.delete')} icon={Trash2} onClick={remove} className="inverse-error" />
    </div>
  );
}

type BarButtonProps = { label: string; icon: Icon; onClick: () => void; className?: string };

function BarButton({ label, icon: Icon, onClick, className }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <button type="button" aria-label={label} onClick={onClick} className={cx(barButtonClass, className)}>
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}

const directions: Record<string, 'up' | 'down' | 'left' | 'right'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Pulled by a pointer; by keyboard lifted with Enter or Space, moved by the arrows and dropped with Enter or Space. */
function Handle({ block }: { block: EmailBlock }) {
  const { t } = useTranslation('email-editor');
  const { commands, readOnly } = useCanvas();
  const { lifted } = useSelection();
  const placeWords = usePlaceWords();
  const hint = useId();
  const isLifted = lifted?.id === block.id;
  const drag = useDragSource({
    id: `handle ${block.id}`,
    dragged: { kind: block.kind, id: block.id },
    disabled: readOnly || isLifted,
  });
  const press = ({ key }: KeyboardEvent) => {
    if (!isLifted) return false;
    const direction = directions[key];
    if (direction) {
      const email = commands.carry(direction);
      announce(email ? placeWords(email, block.id) : t('drag.end'));
      return true;
    }
    // Who leaves with the tab key leaves the block where it is.
    if (key === 'Tab') commands.drop();
    if (key !== 'Escape') return false;
    commands.cancel();
    announce(t('drag.canceled'));
    return true;
  };
  const toggle = () => {
    if (isLifted) {
      commands.drop();
      announce(t('drag.dropped'));
    } else {
      commands.lift(block.id);
      announce(t('drag.lifted', { kind: t(`kinds.${block.kind}`) }));
    }
  };
  return (
    <>
      <Tooltip label={t('drag.handle')}>
        <button
          ref={drag}
          type="button"
          data-handle={block.id}
          aria-label={t('drag.handle')}
          aria-pressed={isLifted}
          aria-describedby={hint}
          // A pointer that let go of the handle has not lifted anything.
          onClick={({ detail }) => detail === 0 && toggle()}
          onKeyDown={(event) => press(event) && (event.preventDefault(), event.stopPropagation())}
          className={cx(barButtonClass, 'cursor-grab touch-none')}
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
