import { useQuery } from '@tanstack/react-query';
import { useBuilder } from '../builder-context.ts';
import { checkQuery } from '../queries.ts';

/** Every line about the campaign as it is saved; undefined before the first save and after sending. */
export function useCheck() {
  const { campaign } = useBuilder();
  const isDraft = campaign?.status === 'DRAFT';
  const check = useQuery({ ...checkQuery(campaign?.id ?? '', campaign?.updatedAt ?? ''), enabled: isDraft });
  return {
    lines: isDraft ? check.data?.lines : undefined,
    blocking: isDraft ? check.data?.lines.find(({ level }) => level === 'blocking') : undefined,
    error: check.error,
    retry: () => void check.refetch(),
  };
}
