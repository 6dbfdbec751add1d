import { AutoScroller, Cursor, PointerActivationConstraints, PointerSensor, PreventSelection } from '@dnd-kit/dom';
import { DragDropProvider, useDraggable } from '@dnd-kit/react';
import type { EmailBlockKind } from '@waggle/contracts/email-document';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { blockIcons } from '../blocks/kinds.ts';
import type { Place } from '../blocks/places.ts';
import { dropAt, listsIn, type Drop } from './drop-place.ts';

/** A block of the email, or a new one from the palette. */
export type Dragged = { kind: EmailBlockKind; id: string | null };

type DragAreaProps = {
  canvas: RefObject<HTMLElement | null>;
  onDrop: (dragged: Dragged, place: Place) => void;
  children: ReactNode;
};

/** A touch scrolls unless it rests for a moment; a mouse drags once it has moved a little. */
const sensor = PointerSensor.configure({
  activationConstraints: (event) =>
    event.pointerType === 'touch'
      ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
      : [new PointerActivationConstraints.Distance({ value: 6 })],
  preventActivation: (event) => event.button !== 0,
});

/** Dragging with a mouse or a finger. The keyboard has its own way on the handle of a block: it needs no pixels. */
export function DragArea({ canvas, onDrop, children }: DragAreaProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const drop = useRef<Drop | null>(null);
  return (
    <DragDropProvider
      sensors={[sensor]}
      plugins={[AutoScroller, Cursor, PreventSelection]}
      onDragStart={({ operation }) => {
        drop.current = null;
        setDragged((operation.source?.data as Dragged | undefined) ?? null);
      }}
      onDragEnd={({ canceled }) => {
        setDragged(null);
        if (dragged && drop.current && !drop.current.isRefused && !canceled) onDrop(dragged, drop.current.place);
      }}
    >
      {children}
      {dragged && <Shadow dragged={dragged} canvas={canvas} drop={drop} />}
    </DragDropProvider>
  );
}

type ShadowProps = {
  dragged: Dragged;
  canvas: RefObject<HTMLElement | null>;
  drop: RefObject<Drop | null>;
};

/** What hangs at the pointer, and the line where it would land. */
function Shadow({ dragged, canvas, drop }: ShadowProps) {
  const { t } = useTranslation('email-editor');
  const [point, setPoint] = useState<{ x: number; y: number }>();
  const [target, setTarget] = useState<Drop | null>(null);

  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      setPoint({ x, y });
      drop.current = canvas.current && dropAt(listsIn(canvas.current), dragged.kind, { x, y });
      setTarget(drop.current);
    };
    // First in line: the sensor stops the event on its way.
    window.addEventListener('pointermove', follow, { capture: true });
    return () => window.removeEventListener('pointermove', follow, { capture: true });
  }, [canvas, dragged, drop]);

  const Icon = blockIcons[dragged.kind];
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-(--z-popover)">
      {target && (
        <div
          data-drop-line
          style={target.line}
          className={cx('absolute -mt-px h-0.75 rounded-full', target.isRefused ? 'bg-danger' : 'bg-accent')}
        />
      )}
      {point && (
        <div
          style={{ left: point.x + 12, top: point.y + 8 }}
          className="absolute flex items-center gap-2 rounded-md bg-inverse px-3 py-2 text-sm font-medium text-on-inverse shadow-lg"
        >
          <Icon className="size-4" />
          {target?.isRefused ? t('drag.noColumnsInColumns') : t(`kinds.${dragged.kind}`)}
        </div>
      )}
    </div>
  );
}

type DraggableOptions = { id: string; dragged: Dragged; disabled: boolean };

/** What takes a block along when it is pulled. */
export function useDragSource({ id, dragged, disabled }: DraggableOptions) {
  return useDraggable({ id, data: dragged, disabled }).ref;
}
