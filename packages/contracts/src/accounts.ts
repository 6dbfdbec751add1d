import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, Locale, password, passwordsMatch, signInAddress, Theme } from './fields.ts';
import { Tier } from './plans.ts';
import { Product } from './product.ts';
import { roles, sessionRoles } from './roles.ts';

export const OrganizationType = z.enum(['BUSINESS', 'AGENCY']);
export type OrganizationType = z.infer<typeof OrganizationType>;
export const Role = z.enum(roles);

/** What a guest link shows besides figures. */
export const GuestView = z.object({
  /** Who gave the link, and answers for it. */
  organizationName: z.string(),
  clientName: z.string(),
  /** As recipients know the client; `accent` null takes the color of the design. */
  brand: z.object({ name: z.string(), accent: z.string().nullable(), logoUrl: z.string().nullable() }),
  /** Until when the link works. */
  expiresAt: Instant,
});
export type GuestView = z.infer<typeof GuestView>;

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(sessionRoles),
  /** One ADMIN of each organization: who alone may delete it or hand it over. */
  isOwner: z.boolean(),
  organizationId: z.uuid(),
  /** Read from the organization: the plan belongs to it. */
  subscriptionTier: Tier,
  /** False where nobody is charged: everybody has the highest tier, and there is no billing. */
  sellsPlans: z.boolean(),
  locale: Locale,
  theme: Theme,
  /** The person's own; null: the organization's. */
  timezone: z.string().nullable(),
  /** In which times are shown to the person. Schedules keep the organization's. */
  shownTimezone: z.string(),
  twoFactorEnabled: z.boolean(),
  /** Where the picture is, on the public address of the installation; null: initials are shown. */
  photoUrl: z.string().nullable(),
  /** Until then nothing is mailed for this person. */
  emailConfirmed: z.boolean(),
  activeClientId: z.uuid().nullable(),
  activeClientName: z.string().nullable(),
  /** An ADMIN looks at an archived client: calls that would change its rows answer 409 client_archived. */
  activeClientArchived: z.boolean(),
  /** The active client was archived: calls about its rows answer 409 client_required until `auth.set-active-client`. */
  mustChooseClient: z.boolean(),
  /** Set for people who are limited to some clients: the one they work in now. */
  clientId: z.uuid().nullable(),
  /** Those they may change to, by name; empty for people who may see all. */
  clients: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The organization's own product, while it is in force; null: ours. */
  product: Product.nullable(),
  /** Set for whoever opened a guest link, who is no member: without an address, and with the id of the link. */
  guest: GuestView.nullable(),
  createdAt: Instant,
});
export type User = z.infer<typeof User>;

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  type: OrganizationType,
  timezone: z.string(),
  subscriptionTier: Tier,
  createdAt: Instant,
});
export type Organization = z.infer<typeof Organization>;

/** Passed by the mail links; opaque, so only its length and alphabet are checked. */
export const mailedToken = z.string().regex(/^[A-Za-z0-9_.-]{20,200}$/, "This link isn't valid.");

export const me = endpoint({
  name: 'auth.me',
  method: 'GET',
  path: '/api/auth/me',
  needs: 'session:read',
  summary: 'The signed-in person, or the guest of a client.',
  reply: User,
});

export const login = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/api/auth/login',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Signs in. Answers 401 two_factor_required when a code is needed next.',
  body: z.strictObject({ email: signInAddress(), password, rememberMe: z.boolean().default(false) }),
  reply: User,
});

export const passTwoFactor = endpoint({
  name: 'auth.two-factor',
  method: 'POST',
  path: '/api/auth/two-factor',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Second step of signing in: a code of the authenticator app, or a recovery code.',
  body: z.strictObject({
    code: z.string().trim().min(6, 'Enter the 6-digit code').max(20),
    kind: z.enum(['app', 'recovery']).default('app'),
  }),
  reply: User,
});

export const logout = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/api/auth/logout',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Ends the session; succeeds without one.',
  status: 204,
  reply: NoReply,
});

export const setActiveClient = endpoint({
  name: 'auth.set-active-client',
  method: 'POST',
  path: '/api/auth/set-active-client',
  needs: 'signed-in',
  audit: { skip: 'own-view' },
  whileHeld: true,
  summary: 'Limits what is shown to one client; null shows all. An ADMIN may look at an archived one.',
  body: z.strictObject({ clientId: idOf('client').nullable() }),
  reply: User.pick({
    activeClientId: true,
    activeClientName: true,
    activeClientArchived: true,
    mustChooseClient: true,
  }),
});

export const forgotPassword = endpoint({
  name: 'auth.forgot-password',
  method: 'POST',
  path: '/api/auth/forgot-password',
  needs: 'public',
  audit: { skip: 'recorded-later' },
  whileHeld: true,
  summary: 'Mails a reset link. The answer is the same whether or not the address has an account.',
  body: z.strictObject({ email: signInAddress() }),
  reply: z.object({ message: z.string() }),
  limits: { rate: { points: 10, seconds: 3600, per: 'address' } },
});

export const resetPassword = endpoint({
  name: 'auth.reset-password',
  method: 'POST',
  path: '/api/auth/reset-password',
  needs: 'public',
  audit: { entity: 'account', after: true },
  whileHeld: true,
  summary: 'Sets a new password by a mailed link (once, within 30 minutes) and ends every session.',
  status: 204,
  body: z
    .strictObject({ token: mailedToken, password, confirmPassword: z.string().max(256) })
    .refine(...passwordsMatch),
  reply: NoReply,
  limits: { rate: { points: 20, seconds: 3600, per: 'address' } },
});
