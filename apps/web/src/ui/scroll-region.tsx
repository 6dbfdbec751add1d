import type { CSSProperties, ReactNode, UIEvent } from 'react';
import { cx } from './class-names.ts';

type ScrollRegionProps = {
  label: string;
  style?: CSSProperties | undefined;
  className?: string | undefined;
  onScroll?: ((event: UIEvent<HTMLElement>) => void) | undefined;
  children: ReactNode;
};

/** Something that scrolls must be reachable by keyboard, and then it needs a name. */
export function ScrollRegion({ label, style, className, onScroll, children }: ScrollRegionProps) {
  return (
    <section
      data-scroll
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      style={style}
      onScroll={onScroll}
      className={cx('overflow-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
