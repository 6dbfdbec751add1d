import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { createHosts, type Hosts } from '#platform/hosts/hosts.ts';
import { createDial } from '#platform/outbound/dial.ts';
import { createHostLookup } from '#platform/outbound/host-lookup.ts';
import { createSecrets } from '#platform/secrets.ts';
import { createDns } from './domains/dns.ts';
import type { Settings } from './settings.ts';

type Parts = { config: Config; database: Database; hosts?: Hosts };

export const createSettings = ({ config, database, hosts }: Parts): Settings => ({
  config,
  database,
  secrets: createSecrets(config),
  dns: createDns(config.DNS_SERVERS),
  dial: createDial(createHostLookup(config.DNS_SERVERS)),
  hosts: hosts ?? createHosts({ config, database }),
});
