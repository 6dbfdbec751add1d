import { useClientNames, useUser } from '#features/accounts/index.ts';

/** Names of clients by id, while all of them are shown; undefined where every line is of the same one, or of a business. */
export function useShownClients(): ReadonlyMap<string, string> | undefined {
  const { activeClientId, clientId: limit } = useUser();
  const names = useClientNames();
  return activeClientId === null && limit === null && names.size > 0 ? names : undefined;
}
