const height = 128;
const width = 200;
/** From pale to dark along the way. */
const colours = ['--honey-100', '--honey-200', '--honey-400', '--honey-500', '--honey-700'];

/** Bands as high as their part of the first step, each running into the next; drawn for the eye alone. */
export function FunnelShape({ counts, className }: { counts: readonly number[]; className: string }) {
  const most = Math.max(1, ...counts);
  // A step that somebody reached is never too thin to see.
  const half = (count: number) => (count === 0 ? 0 : Math.max(1.5, ((count / most) * height) / 2));
  const middle = height / 2;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${counts.length * width} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      {counts.map((count, at) => {
        const [left, right] = [half(count), half(counts[at + 1] ?? count)];
        const [start, bend, end] = [at * width, at * width + width * 0.6, (at + 1) * width - 2];
        const curve = (from: number, to: number) => `C ${bend + 40} ${from} ${end - 40} ${to} ${end} ${to}`;
        return (
          <path
            key={at}
            fill={`var(${colours[at]})`}
            d={`M ${start} ${middle - left} L ${bend} ${middle - left} ${curve(middle - left, middle - right)} L ${end} ${middle + right} C ${end - 40} ${middle + right} ${bend + 40} ${middle + left} ${bend} ${middle + left} L ${start} ${middle + left} Z`}
          />
        );
      })}
    </svg>
  );
}
