import { Resolver } from 'node:dns/promises';

/** What stands in DNS, or null when nobody answered: that says nothing about the domain. */
export type Dns = {
  /** Each record as one text; DNS cuts them into pieces of 255 bytes. */
  txt(name: string): Promise<string[] | null>;
  mx(name: string): Promise<string[] | null>;
  cname(name: string): Promise<string[] | null>;
  /** IPv4 and IPv6 together. */
  addresses(name: string): Promise<string[] | null>;
};

/** Milliseconds until the next server is asked; two rounds over all of them. */
const patience = { timeout: 2_500, tries: 2 };

/** The name is not there, or has no record of this kind. Everything else is a failure of DNS itself. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver(patience);
  if (servers.length > 0) resolver.setServers(servers);
  const addresses = async (name: string) => {
    const [four, six] = await Promise.all([asked(() => resolver.resolve4(name)), asked(() => resolver.resolve6(name))]);
    return four && six && [...four, ...six];
  };
  return {
    addresses,
    cname: (name) => asked(async () => (await resolver.resolveCname(name)).map((host) => host.toLowerCase())),
    txt: (name) => asked(async () => (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))),
    mx: (name) => asked(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange.toLowerCase())),
  };
}

async function asked(ask: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await ask();
  } catch (error) {
    return error instanceof Error && 'code' in error && absent.has(String(error.code)) ? [] : null;
  }
}
