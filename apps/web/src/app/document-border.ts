import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { isGuestPath } from '#lib/guest-document.ts';

/** Where the server answered with this document, whatever address the router shows by now. Tests read the routes without a browser. */
const loadedAt = 'window' in globalThis ? window.location.pathname : '/';

/** The script of Stripe runs in documents under this path alone, and the server sends them a policy of their own. */
const billing = /^\/dashboard\/billing(?:\/|$)/;

/** Whether the way from one path to the other leads into billing or the pages of guests, or out of them. */
export const crossesBorder = (from: string, to: string): boolean =>
  billing.test(from) !== billing.test(to) || isGuestPath(from) !== isGuestPath(to);

type GuardInput = { location: ParsedLocation; preload: boolean };

/**
 * Between billing, the pages of guests and all others the browser loads a new document. The entry in its history is there already, and the new
 * document takes that entry: back and forward lead to the same pages as without the border.
 */
export function requireOwnDocument({ location, preload }: GuardInput): void {
  if (preload || !crossesBorder(loadedAt, location.pathname)) return;
  throw redirect({ href: location.href, reloadDocument: true, replace: true });
}
