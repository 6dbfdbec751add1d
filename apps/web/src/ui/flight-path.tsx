import { cx } from './class-names.ts';

type FlightPathProps = {
  /** Pixels. */
  width?: number | undefined;
  /** Without its flower the path is lost: the 404 page. */
  lost?: boolean | undefined;
  className?: string | undefined;
};

const PETALS = [0, 60, 120, 180, 240, 300];

/** The only illustration: a dotted looping line that ends at a flower. */
export function FlightPath({ width = 112, lost = false, className }: FlightPathProps) {
  return (
    <svg
      aria-hidden
      width={width}
      height={(width * 56) / 112}
      viewBox="0 0 112 56"
      fill="none"
      className={cx('shrink-0', className)}
    >
      <path
        d="M2 49C14 50 26 40 25 28 24 18 12 17 9 26 6 36 18 49 34 44 50 39 54 22 78 17"
        stroke="var(--text-subtle)"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeDasharray="0.1 4.4"
      />
      {!lost && <Flower />}
    </svg>
  );
}

function Flower() {
  return (
    <>
      <path d="M97 22V53" stroke="var(--line-strong)" strokeWidth="1.75" strokeLinecap="round" />
      <g transform="translate(97 14)">
        {PETALS.map((angle) => (
          <ellipse
            key={angle}
            cy="-7.6"
            rx="4.1"
            ry="5.4"
            transform={`rotate(${angle})`}
            fill="var(--accent-soft-strong)"
            stroke="var(--accent-line)"
            strokeWidth="1"
          />
        ))}
        <circle r="4" fill="var(--accent)" />
      </g>
    </>
  );
}
