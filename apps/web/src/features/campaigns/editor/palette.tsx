import type { EmailBlockKind } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { blockIcons, blockKinds } from './blocks/kinds.ts';
import { useDragSource } from './canvas/drag.tsx';

type PaletteProps = { onAdd: (kind: EmailBlockKind) => boolean };

/** The kinds of blocks: a click puts one below the selected block, dragging puts it anywhere. */
export function Palette({ onAdd }: PaletteProps) {
  const { t } = useTranslation('email-editor');
  return (
    <section aria-label={t('palette.title')} className="flex flex-col gap-2.5">
      <h3 className="text-sm font-medium text-ink">{t('palette.title')}</h3>
      <div className="grid grid-cols-4 gap-2">
        {blockKinds.map((kind) => (
          <Tile key={kind} kind={kind} onAdd={onAdd} />
        ))}
      </div>
    </section>
  );
}

function Tile({ kind, onAdd }: PaletteProps & { kind: EmailBlockKind }) {
  const { t } = useTranslation('email-editor');
  const drag = useDragSource({ id: `new ${kind}`, dragged: { kind, id: null }, disabled: false });
  const Icon = blockIcons[kind];
  const add = () => announce(onAdd(kind) ? t('block.added', { kind: t(`kinds.${kind}`) }) : t('block.full'));
  return (
    <button
      ref={drag}
      type="button"
      onClick={add}
      className="flex h-14 touch-manipulation flex-col items-center justify-center gap-1.5 rounded-md border border-line-strong bg-surface px-1 text-xs text-muted hover:border-line-control hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
      <span className="max-w-full truncate">{t(`kinds.${kind}`)}</span>
    </button>
  );
}
