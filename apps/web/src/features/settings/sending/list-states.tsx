import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

type ListStatesProps<Data> = {
  query: UseQueryResult<Data>;
  failedTitle: string;
  children: (data: Data) => ReactNode;
};

/** Waiting, failed, or what the children make of it. */
export function ListStates<Data>({ query, failedTitle, children }: ListStatesProps<Data>) {
  if (query.isPending) return <SkeletonRows />;
  if (query.isError) {
    return (
      <Card>
        <LoadError
          title={failedTitle}
          message={problemText(query.error)}
          retry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </Card>
    );
  }
  return children(query.data);
}
