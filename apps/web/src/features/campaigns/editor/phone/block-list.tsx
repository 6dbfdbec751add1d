import type { EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import { ArrowDown, ArrowUp, Bookmark, Copy, MoreHorizontal, Plus, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { blockIcons, summaryOf } from '../blocks/kinds.ts';
import { KindMenu } from '../canvas/kind-menu.tsx';
import { usePlaceWords } from '../canvas/place-words.ts';
import { useFields } from '../fields/fields-context.ts';
import { useSaved } from '../saved/saved-context.ts';
import type { EditorCommands } from '../state/commands.ts';

type BlockListProps = {
  email: EmailDocument;
  selected: string | null;
  commands: EditorCommands;
  readOnly: boolean;
  /** Opens the words and settings of a block. */
  onOpen: (id: string) => void;
  history: { canUndo: boolean; canRedo: boolean };
};

/** The email as a list, for screens too narrow to build on a canvas. */
export function BlockList({ email, selected, commands, readOnly, onOpen, history }: BlockListProps) {
  const { t } = useTranslation('email-editor');
  return (
    <section aria-label={t('palette.title')} className="flex flex-col gap-1">
      <h3 className="flex items-baseline gap-2 text-sm font-medium text-ink">
        {t('palette.title')}
        <span className="font-normal text-subtle tabular-nums">{email.blocks.length}</span>
      </h3>
      <ol className="flex flex-col">
        <Rows email={email} blocks={email.blocks} {...{ selected, commands, readOnly, onOpen }} />
      </ol>
      {email.blocks.length === 0 && <p className="py-6 text-center text-sm text-muted">{t('canvas.empty')}</p>}
      {!readOnly && (
        <div className="sticky bottom-0 flex items-center justify-between gap-2 border-t border-line bg-surface py-3">
          <div className="flex gap-1">
            <IconButton label={t('toolbar.undo')} icon={Undo2} disabled={!history.canUndo} onClick={commands.undo} />
            <IconButton label={t('toolbar.redo')} icon={Redo2} disabled={!history.canRedo} onClick={commands.redo} />
          </div>
          <KindMenu
            list="email"
            side="top"
            onChoose={(kind) => commands.add(kind)}
            trigger={<Button icon={Plus}>{t('block.add')}</Button>}
          />
        </div>
      )}
    </section>
  );
}

type RowsProps = Omit<BlockListProps, 'history'> & { blocks: readonly EmailBlock[]; isInside?: boolean };

function Rows({ blocks, isInside = false, ...shared }: RowsProps) {
  return blocks.map((block) => (
    <li key={block.id} className={cx('border-b border-line', isInside && 'pl-6')}>
      <Row block={block} {...shared} />
      {block.kind === 'columns' && block.cells.some((cell) => cell.length > 0) && (
        <ol>
          <Rows blocks={block.cells.flat()} isInside {...shared} />
        </ol>
      )}
    </li>
  ));
}

type RowProps = Omit<RowsProps, 'blocks' | 'isInside'> & { block: EmailBlock };

function Row({ block, email, selected, commands, readOnly, onOpen }: RowProps) {
  const { t } = useTranslation('email-editor');
  const { label } = useFields();
  const placeWords = usePlaceWords();
  const saved = useSaved();
  const Icon = blockIcons[block.kind];
  const isSelected = selected === block.id;
  const step = (by: 1 | -1) => announce(commands.step(block.id, by) ? placeWords(email, block.id) : t('drag.end'));
  return (
    <div
      className={cx('flex items-center gap-2 py-2', isSelected && '-mx-2 rounded-lg px-2 outline-2 outline-(--text)')}
    >
      <button
        type="button"
        data-select={block.id}
        onClick={() => onOpen(block.id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left"
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-fill">
          <Icon aria-hidden className="size-4 text-muted" />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="text-xs text-subtle">{t(`kinds.${block.kind}`)}</span>
          <span className="truncate text-sm font-medium text-ink">
            {summaryOf(block, label) || t(`kinds.${block.kind}`)}
          </span>
        </span>
      </button>
      {!readOnly && isSelected && (
        <>
          <IconButton variant="secondary" label={t('block.up')} icon={ArrowUp} onClick={() => step(-1)} />
          <IconButton variant="secondary" label={t('block.down')} icon={ArrowDown} onClick={() => step(1)} />
        </>
      )}
      {!readOnly && (
        <Menu
          trigger={<IconButton label={t('block.more', { kind: t(`kinds.${block.kind}`) })} icon={MoreHorizontal} />}
        >
          <MenuItem icon={ArrowUp} onSelect={() => step(-1)}>
            {t('block.up')}
          </MenuItem>
          <MenuItem icon={ArrowDown} onSelect={() => step(1)}>
            {t('block.down')}
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => commands.duplicate(block.id)}>
            {t('block.duplicate')}
          </MenuItem>
          {saved && (
            <MenuItem icon={Bookmark} onSelect={() => saved.save(block)}>
              {t('saved.save')}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => commands.remove(block.id)}>
            {t('block.delete')}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
