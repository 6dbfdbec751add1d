import { Link } from '@tanstack/react-router';
import { Time } from '#lib/time.tsx';
import { cx } from '#ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import type { ActivityLine } from '../queries.ts';
import { activityIcons, ActivitySentence, linkOf } from './activity-words.tsx';

const row = 'relative flex gap-3 px-4.5 py-2.5';
const tile = 'size-7 shrink-0 rounded-md';

export function ActivityList({ items }: { items: readonly ActivityLine[] }) {
  return (
    <ul className="pb-2">
      {items.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </ul>
  );
}

/** The sentence leads to what it is about, and covers the row. */
function Line({ line }: { line: ActivityLine }) {
  const Icon = activityIcons[line.kind];
  const link = linkOf(line);
  const words = <ActivitySentence line={line} />;
  return (
    <li className={cx(row, link && 'has-[a:hover]:bg-row-hover')}>
      <span className={cx(tile, 'grid place-items-center bg-fill text-muted')}>
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm break-words text-muted">
          {link ? (
            <Link {...link} className="after:absolute after:inset-0">
              {words}
            </Link>
          ) : (
            words
          )}
        </p>
        <Time at={line.at} brief className="block text-xs text-subtle first-letter:uppercase" />
      </div>
    </li>
  );
}

/** Rows as tall as those that come. */
export function ActivitySkeleton({ rows }: { rows: number }) {
  return (
    <SkeletonGroup className="pb-2">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={row} style={{ opacity: Math.max(0.2, 1 - at * 0.1) }}>
          <Skeleton shape="block" className={tile} />
          <div className="flex-1 space-y-2.5 py-1">
            <Skeleton width={`${88 - (at % 3) * 14}%`} />
            <Skeleton width="28%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
