import { useQuery } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { holds, type Right } from '@waggle/contracts/rights';
import { sessionQuery } from './session-query.ts';

/** The signed-in person. Only for screens behind the guard. */
export function useUser(): User {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('This part is shown to signed-in people only');
  return data;
}

export const useHolds = (right: Right): boolean => holds(useUser().role, right);
