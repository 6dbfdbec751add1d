import { initialsOf } from '@waggle/contracts/accent';
import { useState } from 'react';
import { cx } from './class-names.ts';

export type Brand = {
  name: string;
  /** Address of a picture that replaces the mark. */
  logo?: string | undefined;
  /** Address of a picture that stands for mark and name. */
  wide?: string | undefined;
  tagline?: string | undefined;
  /** An organization's own product never shows our mark: without a picture it has initials. */
  isOwn?: boolean | undefined;
};

const CELL =
  'M11.67 2.9Q16 0.4 20.33 2.9L25.18 5.7Q29.51 8.2 29.51 13.2L29.51 18.8Q29.51 23.8 25.18 26.3L20.33 29.1Q16 31.6 11.67 29.1L6.82 26.3Q2.49 23.8 2.49 18.8L2.49 13.2Q2.49 8.2 6.82 5.7Z';
const PATH =
  'M7.3 10.9C6.7 17.3 8 22.1 11 22.1c3.8 0 7.7-5.3 7.7-9.5C18.7 10.5 17.5 9.3 16 9.3s-2.7 1.2-2.7 3.3c0 4.2 3.9 9.5 7.7 9.5 3 0 4.3-4.8 3.7-11.2';

type LogoProps = {
  brand: Brand;
  /** Pixels of the mark. */
  size?: number | undefined;
  markOnly?: boolean | undefined;
  className?: string | undefined;
};

export function Logo({ brand, size = 32, markOnly = false, className }: LogoProps) {
  // A picture that was deleted is left out: initials stand there instead.
  const [broken, setBroken] = useState<string>();
  const wide = markOnly || brand.wide === broken ? undefined : brand.wide;
  if (wide) {
    return (
      <img
        src={wide}
        alt={brand.name}
        onError={() => setBroken(wide)}
        style={{ height: size }}
        className={cx('max-w-36 object-contain object-left', className)}
      />
    );
  }
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2.5', className)}>
      {brand.logo && brand.logo !== broken ? (
        <img
          src={brand.logo}
          alt={markOnly ? brand.name : ''}
          onError={() => setBroken(brand.logo)}
          style={{ height: size, maxWidth: size * 1.5 }}
          className="w-auto shrink-0 object-contain"
        />
      ) : (
        <Mark brand={brand} size={size} title={markOnly ? brand.name : undefined} />
      )}
      {!markOnly && (
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-display text-[1.0625rem] leading-5 font-semibold tracking-[-0.02em] text-ink">
            {brand.name}
          </span>
          {brand.tagline && <span className="text-2xs font-normal text-subtle">{brand.tagline}</span>}
        </span>
      )}
    </span>
  );
}

type MarkProps = { size?: number | undefined; title?: string | undefined };

const Mark = ({ brand, ...rest }: MarkProps & { brand: Brand }) =>
  brand.isOwn ? <InitialsMark name={brand.name} {...rest} /> : <LogoMark {...rest} />;

function InitialsMark({ name, size = 32, title }: MarkProps & { name: string }) {
  return (
    <span
      style={{ width: size, height: size, fontSize: size * 0.43 }}
      className="grid shrink-0 place-items-center rounded-sm bg-accent leading-none font-bold text-on-accent"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The mark keeps its two colours in both themes; it is never recoloured. */
export function LogoMark({ size = 32, title }: MarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className="shrink-0"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path fill="var(--accent)" d={CELL} />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={PATH}
      />
    </svg>
  );
}
