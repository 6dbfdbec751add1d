import Bowser from 'bowser';
import type { Client } from '@waggle/contracts/clients';
import type { Organization, User } from '@waggle/contracts/accounts';
import type { Invitation, Member } from '@waggle/contracts/team';
import type { Selectable } from 'kysely';
import type { Clients, Invitations } from '#platform/schema.ts';
import type { listSessions, OrganizationRow, UserRow } from './queries.ts';
import { photoUrl } from './photo/photo-url.ts';
import type { MemberRow } from './team/queries.ts';
import { tierInForce } from './tier.ts';
import { productInForce } from './white-label/product.ts';
import type { Hold } from '#platform/installation/queries.ts';

type Installation = { sellsNoPlans?: boolean | undefined };
type Shown = Installation & { mustChooseClient: boolean; publicUrl: string };

export const presentUser = (row: UserRow, { mustChooseClient, publicUrl, sellsNoPlans = false }: Shown): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role as User['role'],
  isOwner: row.is_owner,
  organizationId: row.organization_id,
  subscriptionTier: tierInForce(row.subscription_tier, { sellsNoPlans }),
  sellsPlans: !sellsNoPlans,
  locale: row.locale as User['locale'],
  theme: row.theme as User['theme'],
  timezone: row.timezone,
  shownTimezone: row.timezone ?? row.organization_timezone,
  twoFactorEnabled: row.two_factor_enabled,
  photoUrl: photoUrl(row.photo_name),
  emailConfirmed: row.email_confirmed_at !== null,
  activeClientId: row.active_client_id,
  activeClientName: row.active_client_name,
  activeClientArchived: row.active_client_archived ?? false,
  mustChooseClient,
  clientId: row.is_limited ? row.active_client_id : null,
  clients: row.clients,
  product: productInForce(publicUrl, row, { sellsNoPlans }),
  guest: null,
  createdAt: row.created_at.toISOString(),
});

export const presentOrganization = (row: OrganizationRow, installation: Installation): Organization => ({
  id: row.id,
  name: row.name,
  type: row.type as Organization['type'],
  timezone: row.timezone,
  subscriptionTier: tierInForce(row.subscription_tier, installation),
  createdAt: row.created_at.toISOString(),
});

export const presentInstallation = (hold: Hold | null) => ({ heldSince: hold?.since.toISOString() ?? null });

export const presentClient = (row: Selectable<Clients>): Client => ({
  id: row.id,
  name: row.name,
  email: row.email,
  isActive: row.is_active,
  archivedAt: row.is_active ? null : (row.archived_at?.toISOString() ?? null),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentMember = (row: MemberRow): Member => ({
  id: row.user_id,
  email: row.email,
  name: row.name,
  photoUrl: photoUrl(row.photo_name),
  role: row.role as Member['role'],
  isOwner: row.is_owner,
  clientIds: row.client_ids,
  twoFactorEnabled: row.two_factor_enabled,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

export const presentInvitation = (row: Selectable<Invitations>): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role as Invitation['role'],
  clientIds: row.client_ids,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

/** 'Chrome, Linux': short, and the same in every language. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || userAgent.slice(0, 60);
}

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

export const presentSession = (row: SessionRow, currentId: string) => ({
  id: row.id,
  current: row.id === currentId,
  device: deviceName(row.user_agent ?? ''),
  ipAddress: row.ip_address || null,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});
