import type { User } from '@waggle/contracts/accounts';
import type { Role } from '@waggle/contracts/roles';
import { linkIn } from './mail-catcher.ts';
import type { Caller, TestApi } from './test-api.ts';

let count = 0;
export const goodPassword = 'violet harbour 42';

export type Person = Caller & { user: User };

/** Registers a new organization; the person is its ADMIN. */
export async function registerAdmin(
  api: TestApi,
  type: 'BUSINESS' | 'AGENCY' = 'AGENCY',
  email?: string,
): Promise<Person> {
  const caller = api.visitor();
  count += 1;
  const answer = await caller.request('POST', '/api/auth/register', {
    name: `Admin ${count}`,
    email: email ?? `admin${count}@house${count}.example`,
    password: goodPassword,
    confirmPassword: goodPassword,
    organizationName: `House ${count}`,
    organizationType: type,
  });
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  // As if the person had opened the link of the email; what comes before that has tests of its own.
  await api.db.owner.query('update directory.users set email_confirmed_at = now() where id = $1', [
    answer.body.user.id,
  ]);
  return Object.assign(caller, { user: { ...(answer.body.user as User), emailConfirmed: true } });
}

/** Invites by mail, follows the link and accepts; needs an API with workers. */
export async function joinTeam(api: TestApi, admin: Person, role: Role, ...clientIds: string[]): Promise<Person> {
  count += 1;
  const email = `colleague${count}@house.example`;
  const invited = await admin.request('POST', '/api/team/invitations', { email, role, clientIds });
  if (invited.status !== 201) throw new Error(`invite answered ${invited.status}: ${JSON.stringify(invited.body)}`);
  const token = new URL(linkIn(await api.mail.waitFor(email))).searchParams.get('token');
  const caller = api.visitor();
  const accepted = await caller.request('POST', '/api/auth/accept-invitation', {
    token,
    name: `Colleague ${count}`,
    password: goodPassword,
    confirmPassword: goodPassword,
  });
  if (accepted.status !== 201) throw new Error(`accept answered ${accepted.status}: ${JSON.stringify(accepted.body)}`);
  return Object.assign(caller, { user: accepted.body as User });
}
