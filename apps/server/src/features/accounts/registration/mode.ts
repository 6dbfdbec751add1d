import type { RegistrationMode } from '@waggle/contracts/joining';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { hasPeople } from '../queries.ts';

/** Whose host name the question came for; null on the addresses of the installation. */
type Asked = Pick<Exchange, 'hostOrganizationId'>;

/**
 * Without a setting whoever comes first makes the organization of the installation, and invites the others. On a host name of an
 * organization nobody makes another one.
 */
export async function registrationMode(
  { config, database }: Pick<Accounts, 'config' | 'database'>,
  { hostOrganizationId }: Asked,
): Promise<RegistrationMode> {
  if (hostOrganizationId !== null) return config.REGISTRATION === 'closed' ? 'closed' : 'invite';
  if (config.REGISTRATION) return config.REGISTRATION;
  return (await hasPeople(database.directory)) ? 'invite' : 'open';
}

export async function requireOpenRegistration(accounts: Accounts, asked: Asked): Promise<void> {
  const mode = await registrationMode(accounts, asked);
  if (mode !== 'open') throw notOpen(mode);
}

/** An invitation makes a new person, which a closed installation does not take. */
export function refuseWhenClosed({ config }: Pick<Accounts, 'config'>): void {
  if (config.REGISTRATION === 'closed') throw notOpen('closed');
}

export const notOpen = (mode: Exclude<RegistrationMode, 'open'>) => new Problem('registration_closed', sentences[mode]);

const sentences = {
  invite: 'New accounts need an invitation. Ask an admin of your organization to invite you.',
  closed: "This installation doesn't accept new accounts.",
};
