import { z } from 'zod';
import { GuestView } from './accounts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

/** Days a link can work for. */
export const guestLinkDays = [7, 30, 90, 365] as const;
export const defaultGuestLinkDays = 90;
/** Of one client at a time. */
export const mostGuestLinks = 50;

export const GuestLink = z.object({
  id: z.uuid(),
  /** Who it is for. */
  name: z.string(),
  /** Null where they left the organization. */
  createdBy: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** How often somebody opened it. */
  uses: z.number().int(),
});
export type GuestLink = z.infer<typeof GuestLink>;

const ofClient = z.strictObject({ clientId: idOf('client') });

export const listGuestLinks = endpoint({
  name: 'guests.list',
  method: 'GET',
  path: '/api/clients/:clientId/guest-links',
  needs: 'clients:manage',
  summary:
    'The links that show figures of a client to people without an account, newest first. Those that ended are left out.',
  params: ofClient,
  reply: z.object({ items: z.array(GuestLink) }),
});

export const createGuestLink = endpoint({
  name: 'guests.create',
  method: 'POST',
  path: '/api/clients/:clientId/guest-links',
  needs: 'clients:manage',
  audit: { entity: 'guest-link' },
  summary: 'Makes a link that shows figures of a client until it ends. Its address is answered this once.',
  status: 201,
  params: ofClient,
  body: z.strictObject({
    name: line(80, 'Enter who the link is for').min(1, 'Enter who the link is for'),
    days: z.literal(guestLinkDays).default(defaultGuestLinkDays),
  }),
  reply: GuestLink.extend({ url: z.string() }),
});

export const endGuestLink = endpoint({
  name: 'guests.end',
  method: 'DELETE',
  path: '/api/guest-links/:guestLinkId',
  needs: 'clients:manage',
  audit: { entity: 'guest-link' },
  summary: 'Ends a link. Whoever looks at its figures sees nothing more.',
  status: 204,
  params: z.strictObject({ guestLinkId: idOf('guest-link') }),
  reply: NoReply,
});

/** 32 random bytes. */
const guestToken = z.string().regex(/^[\w-]{43}$/, "This link isn't valid.");

/** An office opens some links a day. No token of 256 random bits is ever guessed; the limit keeps programs from asking all day. */
const rate = { points: 60, seconds: 900, per: 'address' } as const;

export const readGuestLink = endpoint({
  name: 'guests.read',
  method: 'POST',
  path: '/api/guest/link',
  needs: 'public',
  audit: { skip: 'reads' },
  whileHeld: true,
  summary: 'What a guest link is about. It opens nothing, so that mail programs can look at it.',
  body: z.strictObject({ token: guestToken }),
  reply: GuestView.extend({ isOpen: z.boolean() }),
  limits: { rate },
});

export const openGuestLink = endpoint({
  name: 'guests.open',
  method: 'POST',
  path: '/api/guest/open',
  needs: 'public',
  audit: { entity: 'guest-link', after: true },
  whileHeld: true,
  summary:
    'Lets a browser see the figures behind a guest link: for 12 hours after its last call, and never longer than the link works. Later calls carry the header waggle-guest.',
  status: 204,
  body: z.strictObject({ token: guestToken }),
  reply: NoReply,
  limits: { rate },
});

export const leaveGuestLink = endpoint({
  name: 'guests.leave',
  method: 'POST',
  path: '/api/guest/leave',
  needs: 'guest-session:end',
  audit: { skip: 'own-view' },
  whileHeld: true,
  summary: 'Ends what `guests.open` began in this browser. The link goes on working.',
  status: 204,
  reply: NoReply,
});
