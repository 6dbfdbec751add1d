import type { CSSProperties } from 'react';
import { cx } from './class-names.ts';
import { chartColorOf, initialsOf } from './name-tint.ts';

type AvatarProps = {
  name: string;
  src?: string | undefined;
  /** Pixels. */
  size?: number | undefined;
  className?: string | undefined;
};

/** A person: always round. Decorative, because the name stands beside it. */
export function Avatar({ name, src, size = 32, className }: AvatarProps) {
  const shape = cx('inline-grid shrink-0 place-items-center rounded-full font-semibold select-none', className);
  if (src) return <img src={src} alt="" width={size} height={size} className={cx(shape, 'object-cover')} />;

  const style = {
    '--tint': chartColorOf(name, [3, 2, 1, 5, 6]),
    width: size,
    height: size,
    fontSize: Math.max(10, Math.round(size * 0.38)),
    lineHeight: 1,
  } as CSSProperties;
  return (
    <span aria-hidden className={cx(shape, 'tint-soft')} style={style}>
      {initialsOf(name)}
    </span>
  );
}
