import { useQuery } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { holds, holdsInArchive, type Right } from '@waggle/contracts/rights';
import { useState } from 'react';
import { sessionQuery } from './session-query.ts';

/**
 * The signed-in person. Only for screens behind the guard. Whoever signs out is nobody for a moment before the screen is left:
 * a part that is drawn again meanwhile is drawn as theirs, where an error would take the screen away that leads to sign-in.
 */
export function useUser(): User {
  const { data } = useQuery(sessionQuery);
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const user = data ?? last;
  if (!user) throw new Error('This part is shown to signed-in people only');
  return user;
}

/** Whether a client's own people look at it by a guest link, who have no account. */
export const useIsGuest = (): boolean => useUser().role === 'GUEST';

/** While an archived client is shown, what would change its rows is no right of anybody. */
export function useHolds(right: Right): boolean {
  const { role, activeClientArchived } = useUser();
  return holds(role, right) && (!activeClientArchived || holdsInArchive(right));
}
