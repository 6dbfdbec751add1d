import type { DnsRecord } from '@waggle/contracts/sending';
import type { z } from 'zod';
import type { Config } from '#platform/config.ts';
import type { Algorithm } from './keys.ts';
import type { KeyRow } from './queries.ts';

export type Judged = z.output<typeof DnsRecord>;
export type Expected = Omit<Judged, 'state' | 'found'>;
/** A record to publish, with the key it publishes if it is one. */
export type ExpectedRecord = Expected & { key?: KeyRow };

type SendingConfig = Pick<Config, 'SPF_INCLUDE' | 'RETURN_PATH_HOST'>;

/** Where bounces come back to, when the installation takes them. */
export const returnPathOf = (config: SendingConfig, domain: string): string | null =>
  config.RETURN_PATH_HOST ? `bounce.${domain}` : null;

/** What to publish, most important first. */
export function expectedRecords(config: SendingConfig, domain: string, keys: readonly KeyRow[]): ExpectedRecord[] {
  const signing = keys.some((key) => isRsa(key) && key.active_from !== null);
  const returnPath = returnPathOf(config, domain);
  return [
    ...keys.map((key) => dkimRecord(domain, key, isRsa(key) && (key.active_from !== null || !signing))),
    {
      purpose: 'spf',
      type: 'TXT',
      name: returnPath ?? domain,
      value: config.SPF_INCLUDE ? `v=spf1 include:${config.SPF_INCLUDE} ~all` : 'v=spf1 a mx ~all',
      required: true,
    },
    ...(returnPath && config.RETURN_PATH_HOST ? [returnPathRecord(returnPath, config.RETURN_PATH_HOST)] : []),
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;', required: true },
  ];
}

/** A new key beside one that signs is waited for; Ed25519 is a gift to those who know it. Neither holds mail up. */
const dkimRecord = (domain: string, key: KeyRow, required: boolean): ExpectedRecord => ({
  purpose: 'dkim',
  type: 'TXT',
  name: `${key.selector}._domainkey.${domain}`,
  value: `v=DKIM1; k=${isRsa(key) ? 'rsa' : 'ed25519'}; p=${key.public_key}`,
  required,
  key,
});

const returnPathRecord = (name: string, host: string): ExpectedRecord => ({
  purpose: 'return-path',
  type: 'MX',
  name,
  value: `10 ${host}`,
  required: true,
});

const isRsa = ({ algorithm }: KeyRow): boolean => (algorithm as Algorithm) === 'rsa-2048';

/** The records as they must be now, each with what was last known about exactly this one. */
export const withVerdicts = (expected: readonly ExpectedRecord[], known: readonly Judged[]): Judged[] =>
  expected.map((record) => {
    const { purpose, type, name, value, required } = record;
    const last = known.find((one) => isSame(one, record));
    return { purpose, type, name, value, required, state: last?.state ?? 'unknown', found: last?.found ?? null };
  });

const isSame = (one: Expected, other: Expected): boolean =>
  one.type === other.type && one.name === other.name && one.value === other.value;
