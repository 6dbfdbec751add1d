import { chartColorOf } from '#ui/name-tint.ts';
import { cx } from '#ui/class-names.ts';

const tints = [1, 2, 3, 4, 5, 6];

/** An email in miniature; the same campaign always has the same color. Decorative. */
export function EmailThumbnail({ name, className }: { name: string; className?: string }) {
  const color = chartColorOf(name, tints);
  return (
    <svg
      aria-hidden
      viewBox="0 0 52 64"
      className={cx('shrink-0 rounded-md border border-line-strong bg-raised', className)}
      style={{ color }}
    >
      <rect x="18" y="5" width="16" height="3" rx="1.5" fill="currentColor" opacity="0.7" />
      <rect x="6" y="12" width="40" height="19" fill="currentColor" opacity="0.22" />
      <circle cx="26" cy="21.5" r="4.5" fill="currentColor" opacity="0.8" />
      <g className="text-muted" fill="currentColor">
        <rect x="10" y="36" width="32" height="2.5" rx="1.25" />
        <rect x="10" y="42" width="32" height="1.5" rx="0.75" opacity="0.5" />
        <rect x="10" y="46" width="24" height="1.5" rx="0.75" opacity="0.5" />
      </g>
      <rect x="18" y="53" width="16" height="5" rx="2.5" fill="currentColor" />
    </svg>
  );
}
