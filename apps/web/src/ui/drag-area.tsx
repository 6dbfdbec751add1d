import { AutoScroller, Cursor, PointerActivationConstraints, PointerSensor, PreventSelection } from '@dnd-kit/dom';
import { DragDropProvider, useDraggable } from '@dnd-kit/react';
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { cx } from './class-names.ts';

export type DragPoint = { x: number; y: number };
/** A place on the screen: the line that shows it, and whether what is dragged may land there. */
export type DropPlace = { line: Pick<CSSProperties, 'top' | 'left' | 'width' | 'height'>; isRefused?: boolean };

type DragAreaProps<Dragged, Drop extends DropPlace> = {
  /** Where it would land with the pointer there; null is nowhere. */
  find: (dragged: Dragged, point: DragPoint) => Drop | null;
  onDrop: (dragged: Dragged, drop: Drop) => void;
  /** What hangs at the pointer. */
  Label: ComponentType<{ dragged: Dragged; drop: Drop | null }>;
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

/** Dragging with a mouse or a finger. The keyboard needs no pixels: give it a way of its own. */
export function DragArea<Dragged, Drop extends DropPlace>(props: DragAreaProps<Dragged, Drop>) {
  const { onDrop, children } = props;
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
        if (dragged && drop.current && !drop.current.isRefused && !canceled) onDrop(dragged, drop.current);
      }}
    >
      {children}
      {dragged && <Shadow {...props} dragged={dragged} drop={drop} />}
    </DragDropProvider>
  );
}

type ShadowProps<Dragged, Drop extends DropPlace> = Pick<DragAreaProps<Dragged, Drop>, 'find' | 'Label'> & {
  dragged: Dragged;
  drop: RefObject<Drop | null>;
};

/** What hangs at the pointer, and the line where it would land. */
function Shadow<Dragged, Drop extends DropPlace>({ dragged, drop, find, Label }: ShadowProps<Dragged, Drop>) {
  const [point, setPoint] = useState<DragPoint>();
  const [target, setTarget] = useState<Drop | null>(null);
  const look = useRef(find);

  useEffect(() => {
    look.current = find;
  });
  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      setPoint({ x, y });
      drop.current = look.current(dragged, { x, y });
      setTarget(drop.current);
    };
    // First in line: the sensor stops the event on its way.
    window.addEventListener('pointermove', follow, { capture: true });
    return () => window.removeEventListener('pointermove', follow, { capture: true });
  }, [dragged, drop]);

  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-(--z-popover)">
      {target && (
        <div
          data-drop-line
          style={target.line}
          className={cx('absolute -mt-px min-h-0.75 rounded-full', target.isRefused ? 'bg-danger' : 'bg-accent')}
        />
      )}
      {point && (
        <div
          style={{ left: point.x + 12, top: point.y + 8 }}
          className="absolute flex items-center gap-2 rounded-md bg-inverse px-3 py-2 text-sm font-medium text-on-inverse shadow-lg"
        >
          <Label dragged={dragged} drop={target} />
        </div>
      )}
    </div>
  );
}

type DraggableOptions<Dragged> = { id: string; dragged: Dragged; disabled: boolean };

/** What takes something along when it is pulled. */
export function useDragSource<Dragged extends object>({ id, dragged, disabled }: DraggableOptions<Dragged>) {
  return useDraggable({ id, data: dragged, disabled }).ref;
}
