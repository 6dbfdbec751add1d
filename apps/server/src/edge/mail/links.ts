import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { type OptOutClaims, type OptOutPurpose, signOptOut } from '../../platform/tracking/opt-out-token.ts';
import type { Claims, Purpose } from '../../platform/tracking/token.ts';
import type { FormAddresses } from '../forms/touch/form-addresses.ts';
import { createReplica } from '../replica/replica.ts';
import { type MailLinkKey, openMailCopy } from './copy.ts';
import { createKeyRing } from './keys.ts';
import { findLinks, type LinkRow } from './queries.ts';
import { keepMailFresh } from './refresh.ts';

export type MailLink = {
  clientId: string | null;
  location: string;
  /** The form of this installation it leads to. */
  formId: string | null;
};

export type MailLinks = {
  keys(): readonly LinkKey[];
  /** Looks for new keys; false when nobody could be asked. */
  lookForKeys(): Promise<boolean>;
  /** Keys whose links can be neither believed nor refused, because this process cannot read them. */
  unreadableKeys(): ReadonlySet<number>;
  /** What a genuine token says, null for a forged one; undefined when its key may be a new one. */
  read(token: string, purpose: Purpose): Claims | null | 'unreadable' | undefined;
  /** The same, after a look for new keys where that could help. */
  readOrAsk(token: string, purpose: Purpose): Promise<Claims | null | 'unreadable'>;
  /** What a genuine token of a link out of a mail says, after a look for new keys where that could help. */
  readOptOut(token: string, purpose: OptOutPurpose): Promise<OptOutClaims | null | 'unreadable'>;
  /** The token of the same mail for another purpose. */
  signOptOut(claims: OptOutClaims, purpose: OptOutPurpose): string;
  /** Where a link of a mail leads, from memory or from the copy on disk. */
  find(claims: Claims): MailLink | undefined;
  ask(claims: Claims): Promise<MailLink | 'unknown' | 'unavailable'>;
  close(): Promise<void>;
};

export function openMailLinks(
  config: Config,
  database: Database,
  log: Log,
  addresses: Pick<FormAddresses, 'formIn'>,
): MailLinks {
  const copy = openMailCopy(config.EDGE_DATA, log);
  const replica = createReplica<LinkRow, MailLinkKey, MailLink>({
    table: copy.links,
    nameOf,
    keyOf: (row) => row,
    valueOf: toLink(addresses),
    fetch: (keys) => findLinks(database, keys),
  });
  const isClosed = () => replica.signal.aborted;
  const ring = createKeyRing({ database, copy, secrets: createSecrets(config), log, isClosed });

  /** Organizations that were deleted while this process ran. */
  const gone = new Set<string>();
  const forget = (ids: readonly string[]) => ids.forEach((id) => gone.add(id));
  const fresh = keepMailFresh({ database, config, log, copy, replica, refreshKeys: ring.refresh, forget });
  const isGone = ({ organizationId }: Claims) => gone.has(organizationId);

  return {
    keys: () => ring.all(),
    lookForKeys: () => ring.look(),
    unreadableKeys: () => ring.unreadable(),
    read: (token, purpose) => ring.read(token, purpose),
    async readOrAsk(token, purpose) {
      const known = ring.read(token, purpose);
      if (known !== undefined) return known;
      await ring.look();
      return ring.read(token, purpose) ?? null;
    },
    async readOptOut(token, purpose) {
      const known = ring.readOptOut(token, purpose);
      if (known !== undefined) return known;
      await ring.look();
      return ring.readOptOut(token, purpose) ?? null;
    },
    signOptOut: (claims, purpose) => signOptOut(ring.all().at(-1)!, { ...claims, purpose }),
    find: (claims) => (isGone(claims) ? undefined : replica.find(claims)),
    async ask(claims) {
      const asked = await replica.ask(claims);
      return typeof asked !== 'string' && isGone(claims) ? 'unknown' : asked;
    },
    async close() {
      const closed = replica.close();
      await fresh.close();
      await closed;
      copy.close();
    },
  };
}

const nameOf = ({ organizationId, campaignId, linkNo }: MailLinkKey): string =>
  `${organizationId} ${campaignId} ${linkNo}`;

/** Looked at once more before anybody is sent there: a web address, and nothing that could end the header it stands in. */
const toLink =
  ({ formIn }: Pick<FormAddresses, 'formIn'>) =>
  ({ organizationId, clientId, url }: LinkRow, asked: MailLinkKey): MailLink | undefined =>
    organizationId === asked.organizationId && /^https?:\/\/[\x21-\x7e]+$/i.test(url)
      ? { clientId, location: url, formId: formIn(url) }
      : undefined;
