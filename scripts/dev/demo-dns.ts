import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { startDnsServer } from '../../apps/server/test/harness/dns-server.ts';
import type { SendingDomain } from '../../packages/contracts/src/sending.ts';

type Records = SendingDomain['records'];
type Stored = Pick<Records[number], 'type' | 'name' | 'value'>;

/**
 * The DNS of the demo: knows the records of its sending domains and no other name. They are kept in a file, since Waggle
 * checks domains again after a restart.
 */
export async function startDemoDns(file: string) {
  const server = await startDnsServer();
  let stored: Stored[] = [];

  function publish(records: readonly Stored[]): void {
    for (const { type, name, value } of records) {
      const zone = server.zones.get(name) ?? {};
      // An MX record says "10 host".
      server.zones.set(name, type === 'MX' ? { ...zone, mx: [value.split(' ')[1] ?? ''] } : { ...zone, txt: [value] });
      stored.push({ type, name, value });
    }
  }
  if (existsSync(file)) publish(JSON.parse(readFileSync(file, 'utf8')) as Stored[]);

  return {
    address: server.address,
    publish,
    save: () => writeFileSync(file, JSON.stringify(stored, null, 2)),
    close: () => server.close(),
  };
}
