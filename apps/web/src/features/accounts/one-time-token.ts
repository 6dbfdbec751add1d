import { useEffect, useState } from 'react';

/** The token of a mailed link. It leaves the address bar at once, so it is not copied, bookmarked or sent as a referrer. */
export function useOneTimeToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  useEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
