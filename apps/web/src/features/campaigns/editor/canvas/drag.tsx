import type { EmailBlockKind } from '@waggle/contracts/email-document';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea as Area, useDragSource as useSource } from '#ui/drag-area.tsx';
import { blockIcons } from '../blocks/kinds.ts';
import type { Place } from '../blocks/places.ts';
import { dropAt, listsIn, type Drop } from './drop-place.ts';

/** A block of the email, or a new one from the palette, which may be a saved one. */
export type Dragged = {
  kind: EmailBlockKind;
  id: string | null;
  saved?: { id: string; name: string };
};

type DragAreaProps = {
  canvas: RefObject<HTMLElement | null>;
  onDrop: (dragged: Dragged, place: Place) => void;
  children: ReactNode;
};

/** Dragging with a mouse or a finger. The keyboard has its own way on the handle of a block. */
export function DragArea({ canvas, onDrop, children }: DragAreaProps) {
  return (
    <Area<Dragged, Drop>
      find={({ kind }, point) => canvas.current && dropAt(listsIn(canvas.current), kind, point)}
      onDrop={(dragged, { place }) => onDrop(dragged, place)}
      Label={Label}
    >
      {children}
    </Area>
  );
}

function Label({ dragged: { kind, saved }, drop }: { dragged: Dragged; drop: Drop | null }) {
  const { t } = useTranslation('email-editor');
  const Icon = blockIcons[kind];
  return (
    <>
      <Icon className="size-4" />
      {drop?.isRefused ? t('drag.noColumnsInColumns') : (saved?.name ?? t(`kinds.${kind}`))}
    </>
  );
}

type DraggableOptions = { id: string; dragged: Dragged; disabled: boolean };

/** What takes a block along when it is pulled. */
export const useDragSource = (options: DraggableOptions) => useSource<Dragged>(options);
