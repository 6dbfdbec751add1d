import type { RegistrationMode } from '@waggle/contracts/joining';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { hasPeople } from '../queries.ts';

/** Without a setting whoever comes first makes the organization of the installation, and invites the others. */
export async function registrationMode({ config, database }: Pick<Accounts, 'config' | 'database'>) {
  if (config.REGISTRATION) return config.REGISTRATION;
  return (await hasPeople(database.directory)) ? 'invite' : 'open';
}

export async function requireOpenRegistration(accounts: Accounts): Promise<void> {
  const mode = await registrationMode(accounts);
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
