import { cx } from './class-names.ts';

const width = 100;
const height = 100;
/** Where a step begins to bend toward the next, as a part of its width. */
const bend = 0.62;
/** The least a step with anybody in it is drawn, of the whole height. */
const least = 0.02;

const looks = ['opacity-35', 'opacity-60', '', 'brightness-75', 'brightness-50'];

/** Decorative: the numbers above it say the same. */
export function FunnelShape({ values, className }: { values: readonly number[]; className?: string | undefined }) {
  const most = Math.max(1, ...values);
  const heights = values.map((value) => (value === 0 ? 0 : Math.max(least, value / most) * height));
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${values.length * width} ${height}`}
      preserveAspectRatio="none"
      className={cx('block w-full text-accent', className)}
    >
      {heights.map((own, at) => (
        // The steps never reorder.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={at} d={stepPath(at, own, heights[at + 1] ?? own)} fill="currentColor" className={looks[at]} />
      ))}
    </svg>
  );
}

function stepPath(at: number, own: number, next: number): string {
  const [left, right] = [at * width, (at + 1) * width - 0.6];
  const turn = left + bend * width;
  const middle = (turn + right) / 2;
  const [top, bottom] = [(height - own) / 2, (height + own) / 2];
  const [nextTop, nextBottom] = [(height - next) / 2, (height + next) / 2];
  return [
    `M${left} ${top}H${turn}C${middle} ${top} ${middle} ${nextTop} ${right} ${nextTop}`,
    `V${nextBottom}C${middle} ${nextBottom} ${middle} ${bottom} ${turn} ${bottom}H${left}Z`,
  ].join('');
}
