import type { HostPurpose } from '@waggle/contracts/hosts';
import { type Tier, whiteLabelTiers } from '@waggle/contracts/plans';
import { type Config, sellsNoPlans } from '../config.ts';
import { hostIn, installationHosts } from './host-name.ts';
import type { HostRow } from './queries.ts';

/** A host name that answers for its owner alone. */
export type OwnHost = {
  host: string;
  /** With the scheme and the port of PUBLIC_URL. */
  origin: string;
  organizationId: string;
  /** Null for the whole organization. */
  clientId: string | null;
  purposes: readonly HostPurpose[];
  /** All its records stand. Links in system emails need no less. */
  isVerified: boolean;
  /** Its records stand, or were there less than a week ago: new links may begin with it, and its people sign in there. */
  isUsed: boolean;
  /** The plan includes it. Links that were given out answer without, too. */
  isPaid: boolean;
};

export type HostOwner = { organizationId: string; clientId: string | null };

export type HostIndex = {
  /** Whose name a request came for; undefined for the installation's own and for unknown ones. */
  find(header: string | undefined): OwnHost | undefined;
  /** Where new links of this owner begin, the client's own before the organization's. Null: as those of everybody. */
  originOf(owner: HostOwner, purpose: 'links' | 'forms'): string | null;
  /** Where the people of this organization sign in, if that is a verified name of its own. */
  dashboardOf(organizationId: string): string | null;
};

type Settings = Pick<Config, 'PUBLIC_URL' | 'LINK_URL' | 'HOSTS_TARGET' | 'STRIPE_SECRET_KEY'>;

/** Of several who claim a name the verified one has it, else who was verified first. */
const inOrder = (one: HostRow, other: HostRow): number =>
  Number(other.state === 'verified') - Number(one.state === 'verified') ||
  one.verifiedAt.localeCompare(other.verifiedAt) ||
  one.organizationId.localeCompare(other.organizationId);

export function indexHosts(rows: readonly HostRow[], config: Settings): HostIndex {
  const taken = new Set(installationHosts(config));
  const byHost = new Map<string, OwnHost & { position: number }>();
  for (const row of [...rows].sort(inOrder))
    if (!byHost.has(row.host) && !taken.has(row.host)) byHost.set(row.host, toHost(row, config));
  const byOrganization = Map.groupBy(
    [...byHost.values()].sort((one, other) => one.position - other.position || one.host.localeCompare(other.host)),
    ({ organizationId }) => organizationId,
  );

  return {
    find: (header = '') => (byHost.size === 0 ? undefined : byHost.get(hostIn(header))),
    originOf({ organizationId, clientId }, purpose) {
      const usable = (byOrganization.get(organizationId) ?? []).filter(
        (host) => host.isUsed && host.isPaid && host.purposes.includes(purpose),
      );
      const own = clientId === null ? undefined : usable.find((host) => host.clientId === clientId);
      return (own ?? usable.find((host) => host.clientId === null))?.origin ?? null;
    },
    dashboardOf(organizationId) {
      const hosts = byOrganization.get(organizationId) ?? [];
      return (
        hosts.find((host) => host.isVerified && host.isPaid && host.purposes.includes('dashboard'))?.origin ?? null
      );
    },
  };
}

function toHost(row: HostRow, config: Settings) {
  const { protocol, port } = new URL(config.PUBLIC_URL);
  return {
    host: row.host,
    origin: `${protocol}//${row.host}${port === '' ? '' : `:${port}`}`,
    organizationId: row.organizationId,
    clientId: row.clientId,
    purposes: row.purposes,
    isVerified: row.state === 'verified',
    isUsed: row.state !== 'stopped',
    // The table of plans itself and not entitlements, which edges cannot ask.
    isPaid: sellsNoPlans(config) || whiteLabelTiers.includes(row.tier as Tier),
    position: row.position,
  };
}
