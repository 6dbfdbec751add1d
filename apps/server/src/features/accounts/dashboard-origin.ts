import type { Accounts } from './accounts.ts';

/** Where links of system emails lead: the verified dashboard of the organization, never what a Host header said. */
export async function dashboardOriginOf(
  { config, hosts }: Pick<Accounts, 'config' | 'hosts'>,
  organizationId: string | null,
): Promise<string> {
  const own = organizationId === null ? null : (await hosts.current()).dashboardOf(organizationId);
  return own ?? config.PUBLIC_URL;
}
