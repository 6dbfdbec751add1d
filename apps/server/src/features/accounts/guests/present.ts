import type { GuestView, User } from '@waggle/contracts/accounts';
import type { GuestLink } from '@waggle/contracts/guests';
import { advancedAnalyticsTiers, type Tier } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { tierInForce } from '../tier.ts';
import type { GuestViewRow, LinkRow } from './queries.ts';

export const presentGuestLink = (row: LinkRow): GuestLink => ({
  id: row.id,
  name: row.name,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  uses: row.uses,
});

export const guestAddress = (origin: string, token: string): string => `${origin}/guest/${token}`;

export const presentGuestView = (publicUrl: string, row: GuestViewRow): GuestView => ({
  organizationName: row.organization_name,
  clientName: row.client_name,
  brand: {
    name: row.display_name ?? row.client_name,
    accent: row.accent,
    logoUrl: row.logo_name && `${publicUrl}/f/${row.logo_name}`,
  },
  expiresAt: row.expires_at.toISOString(),
});

/** What the agency pays for is nobody else's business: a guest is told only whether advanced analytics are there to be seen. */
const tierForGuests = (tier: Tier): Tier => (advancedAnalyticsTiers.includes(tier) ? 'system' : 'lite');

/** In the shape of a member, so that screens need not know; what only members have is empty. */
export const presentGuest = (publicUrl: string, ctx: Context, row: GuestViewRow): User => ({
  id: row.id,
  email: '',
  name: row.name,
  role: 'GUEST',
  isOwner: false,
  organizationId: ctx.organizationId,
  subscriptionTier: tierForGuests(tierInForce(row.subscription_tier, { sellsNoPlans: ctx.sellsNoPlans })),
  sellsPlans: false,
  locale: 'en',
  theme: 'system',
  timezone: null,
  shownTimezone: row.timezone,
  twoFactorEnabled: false,
  photoUrl: null,
  emailConfirmed: true,
  activeClientId: row.client_id,
  activeClientName: row.client_name,
  activeClientArchived: false,
  mustChooseClient: false,
  clientId: row.client_id,
  clients: [],
  product: null,
  guest: presentGuestView(publicUrl, row),
  createdAt: row.created_at.toISOString(),
});
