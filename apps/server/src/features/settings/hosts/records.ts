import type { HostRecord } from '@waggle/contracts/hosts';
import type { z } from 'zod';
import type { Config } from '#platform/config.ts';
import { hostsTarget } from '#platform/hosts/host-name.ts';

export type JudgedRecord = z.output<typeof HostRecord>;
type Expected = Omit<JudgedRecord, 'state' | 'found'>;

type Named = { host: string; token: string };

/** What the TXT record must say. */
export const proofOf = (token: string): string => `waggle-host=${token}`;

/** What to publish: that the name leads here, and whose it is. */
export const expectedRecords = (config: Config, { host, token }: Named): Expected[] => [
  { purpose: 'address', type: 'CNAME', name: host, value: hostsTarget(config), required: true },
  { purpose: 'owner', type: 'TXT', name: `_waggle.${host}`, value: proofOf(token), required: true },
];

/** The records as they must be now, each with what was last known about exactly this one. */
export const withVerdicts = (expected: readonly Expected[], known: readonly JudgedRecord[]): JudgedRecord[] =>
  expected.map((record) => {
    const last = known.find(({ name, value }) => name === record.name && value === record.value);
    return { ...record, state: last?.state ?? 'unknown', found: last?.found ?? null };
  });
