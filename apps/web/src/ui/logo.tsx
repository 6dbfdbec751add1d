import { cx } from './class-names.ts';

/** `logo` is the address of a picture and replaces the mark (white-label). */
export type Brand = { name: string; logo?: string | undefined; tagline?: string | undefined };

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
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      {brand.logo ? (
        <img src={brand.logo} alt={markOnly ? brand.name : ''} style={{ height: size }} className="w-auto" />
      ) : (
        <LogoMark size={size} title={markOnly ? brand.name : undefined} />
      )}
      {!markOnly && (
        <span className="flex flex-col">
          <span className="font-display text-[1.0625rem] leading-5 font-semibold tracking-[-0.02em] text-ink">
            {brand.name}
          </span>
          {brand.tagline && <span className="text-2xs font-normal text-subtle">{brand.tagline}</span>}
        </span>
      )}
    </span>
  );
}

/** The mark keeps its two colours in both themes; it is never recoloured. */
export function LogoMark({ size = 32, title }: { size?: number | undefined; title?: string | undefined }) {
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
