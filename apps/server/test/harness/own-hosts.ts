import type { Host, HostPurpose } from '@waggle/contracts/hosts';
import type { DnsServer } from './dns-server.ts';
import type { Person } from './people.ts';
import type { TestApi } from './test-api.ts';

let count = 0;
export const freshHost = (): string => `go${(count += 1)}.shop${count}.example`;

/** White label comes with the highest plan. */
export const giveSystemPlan = (api: TestApi, { user }: Person, tier = 'system') =>
  api.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [user.organizationId, tier]);

type Named = { host?: string; purposes?: HostPurpose[]; clientId?: string | null };

export async function addHost(admin: Person, named: Named = {}): Promise<Host> {
  const body = { host: freshHost(), purposes: ['links', 'forms'], ...named };
  const answer = await admin.request('POST', '/api/hosts', body);
  if (answer.status !== 201) throw new Error(`adding answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Host;
}

/** As a person would at their DNS provider; other TXT records of the same name stay. */
export function publish(dns: DnsServer, { records }: Host): void {
  for (const { type, name, value } of records) {
    const zone = dns.zones.get(name) ?? {};
    dns.zones.set(name, type === 'CNAME' ? { ...zone, cname: value } : { ...zone, txt: [...(zone.txt ?? []), value] });
  }
}

export const checkHost = (admin: Person, { id }: Host) => admin.request('POST', `/api/hosts/${id}/check`);

/** A host name that answers. */
export async function verifiedHost(api: TestApi, dns: DnsServer, admin: Person, named: Named = {}): Promise<Host> {
  await giveSystemPlan(api, admin);
  const host = await addHost(admin, named);
  publish(dns, host);
  const { body } = await checkHost(admin, host);
  if (body.state !== 'verified') throw new Error(`${host.host} is ${body.state}: ${JSON.stringify(body)}`);
  return body as Host;
}
