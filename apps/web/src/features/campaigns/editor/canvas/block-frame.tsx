import type { EmailBlock, EmailColor } from '@waggle/contracts/email-document';
import { Eye } from 'lucide-react';
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { cx } from '#ui/class-names.ts';
import { hasWords, summaryOf } from '../blocks/kinds.ts';
import type { ListOf } from '../blocks/places.ts';
import { useFields } from '../fields/fields-context.ts';
import type { EditorState } from '../state/editor-state.ts';
import { AddHere } from './add-here.tsx';
import { BlockBar } from './block-bar.tsx';
import { BlockView } from './block-view.tsx';
import { useCanvas } from './canvas-context.ts';
import { Columns } from './columns.tsx';
import { useDragSource } from './drag.tsx';
import { cssColor, paddingOf } from './looks.ts';
import { useSelection } from './selection-context.ts';
import { Writing } from './writing.tsx';

type BlockFrameProps = {
  block: EmailBlock;
  index: number;
  count: number;
  /** Of the column it stands in; undefined in the email itself. */
  columnsId?: string | undefined;
  cell?: number | undefined;
  /** The color below it. */
  surface: EmailColor;
};

/** A block with what selects, moves and edits it. */
export const BlockFrame = memo(function BlockFrame({ block, surface: below, ...place }: BlockFrameProps) {
  const { readOnly } = useCanvas();
  const { selected, writing } = useSelection();
  const inColumn = place.columnsId !== undefined;
  const isSelected = selected === block.id;
  const surface = inColumn ? below : (block.background ?? below);
  const caret = isSelected && !readOnly && hasWords(block) ? writing : null;
  return (
    <div
      data-block={block.id}
      className={cx('relative', isSelected && 'z-2')}
      style={surface === below ? undefined : { background: cssColor(surface) }}
    >
      <Edge block={block} inColumn={inColumn}>
        <Content block={block} surface={surface} writing={caret} />
      </Edge>
      {block.showIf && <ConditionMark />}
      {!caret && <SelectButton block={block} {...place} />}
      {isSelected && !readOnly && (
        <>
          <BlockBar block={block} inColumn={inColumn} />
          <AddHere place={{ list: listOf(place), index: place.index + 1 }} />
        </>
      )}
    </div>
  );
});

type EdgeProps = { block: EmailBlock; inColumn: boolean; children: ReactNode };

function Edge({ block, inColumn, children }: EdgeProps) {
  const { screen } = useCanvas();
  const { selected, lifted } = useSelection();
  return (
    <div
      style={paddingOf(block, inColumn, screen)}
      className={cx(
        selected === block.id && 'outline-2 outline-offset-2 outline-(--email-text)',
        lifted?.id === block.id && 'shadow-xl outline-accent!',
      )}
    >
      {children}
    </div>
  );
}

const listOf = ({ columnsId, cell = 0 }: { columnsId?: string | undefined; cell?: number | undefined }): ListOf =>
  columnsId === undefined ? 'email' : { columnsId, cell };

type ContentProps = { block: EmailBlock; surface: EmailColor; writing: EditorState['writing'] };

function Content({ block, surface, writing }: ContentProps) {
  if (block.kind === 'columns')
    return (
      <Columns block={block} surface={surface}>
        {(inner, within) => <BlockFrame key={inner.id} block={inner} {...within} />}
      </Columns>
    );
  if (writing && hasWords(block))
    return <Writing key={block.id} block={block} surface={surface} caret={writing.caret} />;
  return <BlockView block={block} surface={surface} />;
}

function ConditionMark() {
  const { t } = useTranslation('email-editor');
  return (
    <span className="absolute top-1 left-1 flex items-center gap-1 rounded-sm bg-inverse px-1.5 py-0.5 text-2xs text-on-inverse">
      <Eye aria-hidden className="size-3" />
      {t('showIf.mark')}
    </span>
  );
}

/** Lies over the block, so that all of it can be clicked and the keyboard finds one thing for each block. */
function SelectButton({ block, index, count }: Omit<BlockFrameProps, 'surface'>) {
  const { t } = useTranslation('email-editor');
  const { label } = useFields();
  const { commands, readOnly } = useCanvas();
  const { selected, entry } = useSelection();
  const drag = useDragSource({
    id: `block ${block.id}`,
    dragged: { kind: block.kind, id: block.id },
    disabled: readOnly,
  });
  const words = summaryOf(block, label);
  const where = { kind: t(`kinds.${block.kind}`), position: index + 1, count };
  const name = words === '' ? t('block.emptyName', where) : t('block.name', { ...where, words });
  const open = ({ clientX, clientY, detail }: MouseEvent) => {
    // By keyboard a click has no place.
    if (hasWords(block) && !readOnly) commands.write(block.id, detail > 0 ? { x: clientX, y: clientY } : undefined);
    else commands.select(block.id);
  };
  return (
    <button
      ref={drag}
      type="button"
      data-select={block.id}
      aria-label={name}
      aria-pressed={selected === block.id}
      tabIndex={entry === block.id ? 0 : -1}
      onClick={open}
      onKeyDown={useBlockKeys(block)}
      className={cx(
        'absolute inset-0 size-full cursor-pointer touch-manipulation hover:outline-1 hover:outline-accent-line focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        block.kind !== 'columns' && 'z-1',
      )}
    />
  );
}

function useBlockKeys(block: EmailBlock) {
  const { t } = useTranslation('email-editor');
  const { commands, readOnly } = useCanvas();
  return (event: KeyboardEvent) => {
    const { key, altKey } = event;
    const arrow = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
    const done = run(key, { arrow, altKey, isMod: event.ctrlKey || event.metaKey });
    if (done) event.preventDefault();
  };

  function run(key: string, { arrow, altKey, isMod }: { arrow: 1 | -1 | undefined; altKey: boolean; isMod: boolean }) {
    if (arrow !== undefined && !altKey) return did(() => commands.selectNext(block.id, arrow));
    if (readOnly) return false;
    if (arrow !== undefined) return did(() => commands.step(block.id, arrow) && announce(t(`drag.moved${arrow}`)));
    if (key === 'Delete' || key === 'Backspace')
      return did(() => {
        commands.remove(block.id);
        announce(t('block.deleted'));
      });
    return key.toLowerCase() === 'd' && isMod ? did(() => commands.duplicate(block.id)) : false;
  }
}

function did(task: () => unknown): true {
  task();
  return true;
}
