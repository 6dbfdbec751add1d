import { useQuery } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { holds, holdsInArchive, type Right } from '@waggle/contracts/rights';
import { sessionQuery } from './session-query.ts';

/** The signed-in person. Only for screens behind the guard. */
export function useUser(): User {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('This part is shown to signed-in people only');
  return data;
}

/** Whether a client's own people look at it by a guest link, who have no account. */
export const useIsGuest = (): boolean => useUser().role === 'GUEST';

/** While an archived client is shown, what would change its rows is no right of anybody. */
export function useHolds(right: Right): boolean {
  const { role, activeClientArchived } = useUser();
  return holds(role, right) && (!activeClientArchived || holdsInArchive(right));
}
