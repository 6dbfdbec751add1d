import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';

type ListStatesProps<Data> = {
  query: UseQueryResult<Data>;
  failedTitle: string;
  /** Shaped like what comes; rows of a list unless told. */
  skeleton?: ReactNode;
  /** Inside a card that is there already. */
  plain?: boolean;
  children: (data: Data) => ReactNode;
};

/** Waiting, failed, or what the children make of it. */
export function ListStates<Data>({ query, failedTitle, skeleton, plain, children }: ListStatesProps<Data>) {
  const isShown = useDelayedPending(query.isPending);
  if (query.isPending || isShown) {
    // Its place is kept from the start, so that nothing below jumps when it appears.
    return <SkeletonGroup className={isShown ? '' : 'invisible'}>{skeleton ?? <RowSkeletons />}</SkeletonGroup>;
  }
  if (query.isError) {
    const failure = (
      <LoadError
        title={failedTitle}
        message={problemText(query.error)}
        retry={() => void query.refetch()}
        busy={query.isFetching}
        className={plain ? 'py-4' : undefined}
      />
    );
    return plain ? failure : <Card>{failure}</Card>;
  }
  return children(query.data);
}

const rows = [0, 1, 2];

function RowSkeletons() {
  return (
    <Card flush>
      {rows.map((row) => (
        <div
          key={row}
          className="flex items-center gap-3.5 border-line px-4.5 py-4 not-first:border-t"
          style={{ opacity: 1 - row * 0.25 }}
        >
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton width={`${34 - row * 6}%`} />
            <Skeleton width={`${52 - row * 8}%`} className="h-2!" />
          </div>
          <Skeleton width={64} />
        </div>
      ))}
    </Card>
  );
}
