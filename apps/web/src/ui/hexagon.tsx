import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { chartColorOf, initialsOf } from './name-tint.ts';

type HexagonProps = {
  name: string;
  src?: string | undefined;
  /** Pixels. */
  size?: number | undefined;
  /** `ink` for the organization itself, `tint` for its clients. */
  tone?: 'ink' | 'tint' | undefined;
  /** Instead of initials, e.g. the icon of a journey step. */
  children?: ReactNode;
  className?: string | undefined;
};

/** An organization, a client or a journey step: never a person. Decorative, the name stands beside it. */
export function Hexagon({ name, src, size = 32, tone = 'tint', children, className }: HexagonProps) {
  const style = {
    '--tint': chartColorOf(name, [1, 2, 3, 4, 5]),
    width: size,
    height: size,
    clipPath: 'var(--hexagon)',
    fontSize: Math.max(8, Math.round(size * 0.34)),
    lineHeight: 1,
  } as CSSProperties;
  return (
    <span
      aria-hidden
      style={style}
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden font-bold select-none',
        tone === 'ink' ? 'bg-ink text-surface' : 'tint-solid',
        className,
      )}
    >
      {src ? <img src={src} alt="" className="size-full object-cover" /> : (children ?? initialsOf(name))}
    </span>
  );
}
