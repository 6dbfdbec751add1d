import type { CellBlock, ColumnsBlock, EmailColor } from '@waggle/contracts/email-document';
import { Plus } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvas } from './canvas-context.ts';
import { KindMenu } from './kind-menu.tsx';
import { cssColor, type Screen } from './looks.ts';

export type CellPlace = { index: number; count: number; columnsId: string; cell: number; surface: EmailColor };
type ColumnsProps = {
  block: ColumnsBlock;
  surface: EmailColor;
  children: (inner: CellBlock, place: CellPlace) => ReactNode;
};

/** Columns beside each other; below each other on a phone, unless they are to stay. */
export function Columns({ block, surface, children }: ColumnsProps) {
  const { screen } = useCanvas();
  const { box } = block;
  const cellStyle = boxStyle(box);
  return (
    <div className="pointer-events-none relative z-1 grid" style={gridStyle(block, screen)}>
      {block.cells.map((cell, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place.
          key={at}
          data-drop-list
          data-columns={block.id}
          data-cell={at}
          style={cellStyle}
          className="pointer-events-auto min-w-0"
        >
          {cell.length === 0 && <EmptyCell columnsId={block.id} cell={at} />}
          {cell.map((inner, index) =>
            children(inner, {
              index,
              count: cell.length,
              columnsId: block.id,
              cell: at,
              surface: box?.background ?? surface,
            }),
          )}
        </div>
      ))}
    </div>
  );
}

function gridStyle({ ratio, gap, verticalAlign, keepOnPhone }: ColumnsBlock, screen: Screen): CSSProperties {
  const shares = ratio.split(':').map((share) => `minmax(0, ${share}fr)`);
  return {
    gap: shares.length > 1 ? (gap ?? 24) : 0,
    gridTemplateColumns: screen === 'phone' && !keepOnPhone ? '1fr' : shares.join(' '),
    alignItems: { top: 'stretch', middle: 'center', bottom: 'end' }[verticalAlign ?? 'top'],
  };
}

const boxStyle = (box: ColumnsBlock['box']): CSSProperties => ({
  background: box?.background && cssColor(box.background),
  border: box?.border && `1px ${box.borderLook ?? 'solid'} ${cssColor(box.border)}`,
  borderRadius: box?.radius,
  padding: box?.padding,
});

function EmptyCell({ columnsId, cell }: { columnsId: string; cell: number }) {
  const { t } = useTranslation('email-editor');
  const { commands, readOnly } = useCanvas();
  const list = { columnsId, cell };
  const style = { borderColor: cssColor('muted'), color: cssColor('muted') };
  const words = t('columns.empty', { number: cell + 1 });
  const className = 'flex min-h-20 w-full items-center justify-center gap-1.5 rounded-md border border-dashed text-sm';
  if (readOnly)
    return (
      <p style={style} className={className}>
        {words}
      </p>
    );
  return (
    <KindMenu
      list={list}
      place={{ list, index: 0 }}
      onChoose={(kind) => commands.add(kind, { list, index: 0 })}
      trigger={
        <button type="button" style={style} className={className}>
          <Plus aria-hidden className="size-4" />
          {words}
        </button>
      }
    />
  );
}
