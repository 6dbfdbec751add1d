import { setTimeout as pause } from 'node:timers/promises';
import { type Tier, whiteLabelTiers } from '@waggle/contracts/plans';
import { publicAddress } from '@waggle/contracts/web-address';
import { type Config, sellsNoPlans } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { fileNameIn } from '../../platform/storage/public-address.ts';
import type { PublicFiles } from '../files/public-files.ts';
import { keepFresh, takeAll, takeChanges } from '../replica/keep-fresh.ts';
import { createReplica } from '../replica/replica.ts';
import { openBrandCopy } from './copy.ts';
import { type BrandRow, brandsAfter, brandsChangedAfter, findBrands } from './queries.ts';

/** What a page for recipients shows of whoever wrote to them. */
export type PageBrand = {
  name: string;
  /** `#rrggbb`; null takes the colors of the design. */
  accent: string | null;
  website: string | null;
  /** Empty where there is none. */
  postalAddress: string;
  /** The path of a picture that is there now. */
  logo: string | null;
  /** What the page is made with: the organization's own product, nothing, or with `waggle` ours. */
  product: 'waggle' | { name: string } | null;
};

export type Brands = {
  /** Null where nobody knows it: a page works without. */
  of(organizationId: string, clientId: string | null): Promise<PageBrand | null>;
  /** By the last four bytes of the client's id, as links of emails carry them; zeros stand for the organization itself. */
  byMark(organizationId: string, mark: Buffer): Promise<PageBrand | null>;
  close(): Promise<void>;
};

const overlapMinutes = 2;
const walkMs = 3_600_000;
/** Milliseconds a page waits for the database, for what the copies do not have. It is whole without. */
const patienceMs = 400;
const inTime = <Answer>(asked: Promise<Answer | 'unavailable'>) =>
  Promise.race([asked, pause(patienceMs, 'unavailable' as const, { ref: false })]);
const keyOf = (organizationId: string, clientId: string | null): string => `${organizationId}:${clientId ?? ''}`;

type Parts = { config: Config; database: Database; log: Log; files: Pick<PublicFiles, 'find'> };

/** Kept like the targets of QR codes (ADR 9): a copy on disk that announcements, polls and walks keep equal to the database. */
export function openBrands({ config, database, log, files }: Parts): Brands {
  const copy = openBrandCopy(config.EDGE_DATA, log);
  const replica = createReplica<BrandRow, string, BrandRow>({
    table: copy.table,
    nameOf: (key) => key,
    keyOf: ({ key }) => key,
    valueOf: (row) => row,
    fetch: (keys) => findBrands(database, keys),
  });
  const fresh = keepFresh(
    { database, config, log },
    {
      about: 'the brands',
      overlapMinutes,
      walkMs,
      poll: (changedAt) =>
        takeChanges(replica, { changedAt, key: '' }, (after, limit) => brandsChangedAfter(database, after, limit)),
      walk: () =>
        takeAll(replica, (key, limit) => brandsAfter(database, key, limit), {
          keyOf: ({ key }) => key,
          keysBetween: copy.keysBetween,
        }),
      announced: { channel: 'brand_changed', receive: (key) => void replica.refetch(key).catch(() => {}) },
    },
  );

  async function find(key: string): Promise<BrandRow | null> {
    const known = replica.find(key) ?? (await inTime(replica.ask(key)));
    return typeof known === 'string' ? null : known;
  }

  /** A logo that was deleted, or that cannot be asked for now, is left out: the page has initials then. */
  async function logoOf({ logo }: BrandRow): Promise<string | null> {
    const name = logo === null ? null : fileNameIn(`/f/${logo}`);
    const file = name && (await inTime(files.find(name.token).catch(() => 'unavailable' as const)));
    return file && typeof file !== 'string' ? `/f/${logo}` : null;
  }

  async function of(organizationId: string, clientId: string | null): Promise<PageBrand | null> {
    const row = await find(keyOf(organizationId, clientId));
    if (!row) return null;
    const ofOrganization = clientId === null ? row : await find(keyOf(organizationId, null));
    const postalAddress = row.postalAddress || (ofOrganization?.postalAddress ?? '');
    const website = row.website === null ? null : publicAddress(row.website);
    const product = productOf(config, ofOrganization);
    return { name: row.name, accent: row.accent, website, postalAddress, logo: await logoOf(row), product };
  }

  return {
    of,
    async byMark(organizationId, mark) {
      if (mark.every((byte) => byte === 0)) return of(organizationId, null);
      const [key, second] = copy.keysByMark(organizationId, mark);
      return key === undefined || second !== undefined ? null : of(organizationId, key.split(':')[1]!);
    },
    async close() {
      const closed = replica.close();
      await fresh.close();
      await closed;
      copy.close();
    },
  };
}

/** Without plans every organization has the highest; with them the copy of the row says which. */
function productOf(config: Config, row: BrandRow | null): PageBrand['product'] {
  const isIncluded = sellsNoPlans(config) || whiteLabelTiers.includes(row?.tier as Tier);
  if (!row || row.product === null || !isIncluded) return 'waggle';
  return row.hidesProduct ? null : { name: row.product };
}
