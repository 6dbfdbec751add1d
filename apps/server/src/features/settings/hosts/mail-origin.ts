import type { Context } from '#platform/context.ts';
import type { Settings } from '../settings.ts';

/** Where links in emails of this client or organization begin, as of now: a campaign keeps what it was frozen with. */
export async function mailOriginOf(
  { config, hosts }: Settings,
  { organizationId }: Pick<Context, 'organizationId'>,
  clientId: string | null,
): Promise<string> {
  return (await hosts.current()).originOf({ organizationId, clientId }, 'links') ?? config.PUBLIC_URL;
}
