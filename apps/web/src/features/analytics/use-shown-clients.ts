import { useClientNames, useUser } from '#features/accounts/index.ts';

const none: ReadonlyMap<string, string> = new Map();

/** By id, where rows of several clients stand beside each other: an agency that shows all. */
export function useShownClients(): ReadonlyMap<string, string> {
  const { activeClientId } = useUser();
  const names = useClientNames();
  return activeClientId === null ? names : none;
}
