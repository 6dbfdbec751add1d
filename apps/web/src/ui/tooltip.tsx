import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';

type Side = 'top' | 'right' | 'bottom' | 'left';

type TooltipProps = {
  label: string;
  /** Shown in a key cap after the label, e.g. `⌘K`. */
  shortcut?: string | undefined;
  side?: Side | undefined;
  /** A click shows it too: there is no other way to it by touch. */
  tap?: boolean | undefined;
  children: ReactElement;
};

/** What a described element may carry already; both are called. */
type Described = {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
};

const DELAY_MS = 400;
/** Time to move the pointer from the element onto the tooltip. */
const GRACE_MS = 120;

/** Placed by hand: a positioning library would be a tenth of the sign-in page. */
export function Tooltip({ label, shortcut, side = 'top', tap = false, children }: TooltipProps) {
  const id = useId();
  const { anchor, show, hide } = useAnchor();
  const own = children.props as Described;

  const described = cloneElement(children as ReactElement<Described>, {
    'aria-describedby': [own['aria-describedby'], anchor && id].filter(Boolean).join(' ') || undefined,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') show(event.currentTarget, DELAY_MS);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      hide(GRACE_MS);
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      hide(0);
    },
    onClick: (event) => {
      own.onClick?.(event);
      if (tap) show(event.currentTarget, 0);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hide(0);
    },
  });

  return (
    <>
      {described}
      {anchor && (
        // Placed once per label: a longer one (Copy, Copied) needs its place anew.
        <Bubble
          key={label}
          id={id}
          anchor={anchor}
          side={side}
          onEnter={() => show(anchor, 0)}
          onLeave={() => hide(GRACE_MS)}
        >
          {label}
          {shortcut && <span className="text-2xs text-on-inverse-muted">{shortcut}</span>}
        </Bubble>
      )}
    </>
  );
}

function useAnchor() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const change = (next: HTMLElement | undefined, waitMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), waitMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!anchor) return undefined;
    const close = () => setAnchor(undefined);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    // A finger never leaves what it tapped.
    const onPress = ({ target }: Event) => !anchor.contains(target as Node) && close();
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', close, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('scroll', close, true);
    };
  }, [anchor]);

  return {
    anchor,
    show: (element: HTMLElement, waitMs: number) => change(element, waitMs),
    hide: (waitMs: number) => change(undefined, waitMs),
  };
}

type BubbleProps = {
  id: string;
  anchor: HTMLElement;
  side: Side;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

function Bubble({ id, anchor, side, onEnter, onLeave, children }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({ visibility: 'hidden' });

  useLayoutEffect(() => {
    if (bubble.current) setStyle(placeBeside(anchor.getBoundingClientRect(), bubble.current, side));
  }, [anchor, side]);

  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      data-state="delayed-open"
      style={style}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-(--z-tooltip) motion-popover flex w-max max-w-72 items-center gap-2 rounded-md bg-inverse px-2.5 py-1.5 text-xs font-medium text-on-inverse shadow-lg select-none"
    >
      {children}
    </div>,
    // Inside an open dialog everything else is hidden from screen readers, the tooltip must not be.
    anchor.closest('[role=dialog], [role=alertdialog]') ?? document.body,
  );
}

const OFFSET = 6;
const MARGIN = 8;
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** On the wished side, on the opposite one where there is no room, and always inside the window. */
function placeBeside(anchor: DOMRect, bubble: HTMLElement, wished: Side): CSSProperties {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const spot = (side: Side) => ({
    left:
      side === 'left'
        ? anchor.left - width - OFFSET
        : side === 'right'
          ? anchor.right + OFFSET
          : anchor.left + (anchor.width - width) / 2,
    top:
      side === 'top'
        ? anchor.top - height - OFFSET
        : side === 'bottom'
          ? anchor.bottom + OFFSET
          : anchor.top + (anchor.height - height) / 2,
  });
  const fits = ({ left, top }: { left: number; top: number }, side: Side) =>
    side === 'left' || side === 'right'
      ? left >= MARGIN && left + width <= window.innerWidth - MARGIN
      : top >= MARGIN && top + height <= window.innerHeight - MARGIN;

  const first = spot(wished);
  const { left, top } = fits(first, wished) ? first : spot(opposite[wished]);
  return {
    left: Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN)),
    top: Math.max(MARGIN, Math.min(top, window.innerHeight - height - MARGIN)),
  };
}
