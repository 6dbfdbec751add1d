import type { Base } from './bases.ts';

/** What Waggle's image stands on: certificates, time zones, and the library Node and sharp are linked with. */
export const waggleBase: Base = {
  name: 'waggle-base',
  suite: 'trixie',
  packages: ['ca-certificates', 'libstdc++6', 'tzdata'],
};

/** For deploy/postgres. The first release of Debian with PostgreSQL 18 is not out yet, and its lists may be a few days old. */
export const postgresBase: Base = {
  name: 'postgres-base',
  suite: 'forky',
  packages: ['ca-certificates', 'postgresql-18', 'tzdata'],
  keepsExpired: true,
};

export const proxyBase: Base = {
  name: 'proxy-base',
  suite: 'trixie',
  packages: ['ca-certificates', 'caddy', 'nginx-light', 'openssl'],
};
