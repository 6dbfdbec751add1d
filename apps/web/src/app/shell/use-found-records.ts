import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '#features/accounts/index.ts';
import type { FoundRecord, RecordSearch } from '#lib/registry.ts';
import { recordSearchesFor } from '../registry.ts';
import { usePerson } from './shell-state.ts';

/** Milliseconds without a key before the server is asked. */
const pauseMs = 120;
/** One letter means everybody. */
const fewestLetters = 2;
const shown = { ofEach: 5, ofOne: 20 };

export type FoundGroup = { search: RecordSearch; records: readonly FoundRecord[] };

/** Records of every feature that fit what is typed; `only` narrows to one kind. */
export function useFoundRecords(typed: string, only: string | undefined) {
  const search = useSettled(typed.trim());
  const { activeClientId } = useUser();
  const asked = recordSearchesFor(usePerson()).filter(({ kind }) => only === undefined || kind === only);
  const limit = only === undefined ? shown.ofEach : shown.ofOne;
  const enabled = search.length >= fewestLetters;
  const answers = useQueries({
    queries: asked.map(({ kind, find }) => ({
      queryKey: ['palette', activeClientId, kind, search, limit],
      queryFn: ({ signal }: { signal: AbortSignal }) => find({ search, limit }, signal),
      enabled,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    })),
  });

  const groups = asked.map((search, at): FoundGroup => ({ search, records: answers[at]?.data?.records ?? [] }));
  return {
    search,
    groups: enabled ? groups.filter(({ records }) => records.length > 0) : [],
    searchedFor: enabled ? answers.find(({ data }) => data?.searchedFor)?.data?.searchedFor : undefined,
    isLoading:
      typed.trim() !== search || answers.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData),
    isFailed: enabled && answers.some(({ isError }) => isError),
  };
}

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
