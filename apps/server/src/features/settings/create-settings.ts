import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { createDial } from '#platform/outbound/dial.ts';
import { createHostLookup } from '#platform/outbound/host-lookup.ts';
import { createSecrets } from '#platform/secrets.ts';
import { createDns } from './domains/dns.ts';
import type { Settings } from './settings.ts';

export const createSettings = ({ config, database }: { config: Config; database: Database }): Settings => ({
  config,
  database,
  secrets: createSecrets(config),
  dns: createDns(config.DNS_SERVERS),
  dial: createDial(createHostLookup(config.DNS_SERVERS)),
});
