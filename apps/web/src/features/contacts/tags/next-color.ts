import { useQuery } from '@tanstack/react-query';
import { tagColors } from '@waggle/contracts/tags';
import { tagChoicesQuery } from '../queries.ts';

/** The colors take turns, so that new tags can be told apart. */
export function useNextColor(): (typeof tagColors)[number] {
  const count = useQuery(tagChoicesQuery()).data?.total ?? 0;
  return tagColors[count % tagColors.length] ?? tagColors[0];
}
