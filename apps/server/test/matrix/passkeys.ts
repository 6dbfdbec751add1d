import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer } from '@waggle/contracts/passkey-sign-in';
import type { NewPasskey } from '@waggle/contracts/passkeys';
import { goodPassword } from '../harness/people.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../harness/software-authenticator.ts';
import type { TestApi } from '../harness/test-api.ts';
import { turnTwoFactorOff } from './second-factor.ts';
import type { Guest } from './tenant.ts';

type Scene = { api: TestApi; guest: Guest };

/** Written straight into the table, with the authenticator that holds its other half. */
export async function insertPasskey(
  { db }: TestApi,
  userId: string,
): Promise<{ id: string; authenticator: SoftwareAuthenticator }> {
  const authenticator = createAuthenticator();
  authenticator.userHandle = randomBytes(32).toString('base64url');
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into directory.passkeys (user_id, credential, public_key, user_handle, name)
     values ($1, $2, $3, $4, 'Key') returning id`,
    [userId, authenticator.credential, authenticator.publicKey, authenticator.userHandle],
  );
  return { id: rows[0]!.id, authenticator };
}

export async function signInAnswer({ api, guest }: Scene): Promise<PasskeyAnswer> {
  const { authenticator } = await insertPasskey(api, guest.userId);
  return authenticator.get((await api.visitor().request('POST', '/api/auth/passkey/start')).body);
}

export async function newPasskey({ api, guest }: Scene): Promise<NewPasskey> {
  await turnTwoFactorOff({ api, guest });
  const { body } = await guest.request('POST', '/api/profile/passkeys/start', { password: goodPassword });
  return createAuthenticator().create(body);
}

export async function codeAnswer({ api, guest }: Scene): Promise<PasskeyAnswer> {
  const { authenticator } = await insertPasskey(api, guest.userId);
  return authenticator.get((await guest.request('POST', '/api/profile/passkeys/code/start')).body);
}

/** For somebody whose two-factor is off. */
export async function passkeyCode(scene: Scene): Promise<string> {
  await turnTwoFactorOff(scene);
  const answer = await codeAnswer(scene);
  return (await scene.guest.request('POST', '/api/profile/passkeys/code', { answer })).body.code;
}
