import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLive } from '#lib/live.ts';
import { followSession } from '../check-session.ts';
import { liveKeys } from '../registry.ts';

/** Reads again what the server says has changed, on whichever page. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      startLive(
        (kinds) => Promise.all(liveKeys(kinds).map((queryKey) => client.invalidateQueries({ queryKey }))),
        () => void followSession(client),
      ),
    [client],
  );
}
