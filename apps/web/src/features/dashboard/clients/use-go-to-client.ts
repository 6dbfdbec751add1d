import { useRouter } from '@tanstack/react-router';
import { useShowClient } from '#features/accounts/index.ts';

/** Makes a client the active one and goes on to one of its screens; without a path to its Overview. */
export function useGoToClient() {
  const show = useShowClient();
  const { history } = useRouter();
  return (clientId: string, path = '/dashboard') => show(clientId, () => history.push(path));
}
