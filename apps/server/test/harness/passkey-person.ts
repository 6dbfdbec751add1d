import { goodPassword, type Person } from './people.ts';
import { createAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';
import type { Answer, Caller } from './test-api.ts';

type Proof = { password: string; code?: string };

/** Adds a passkey as the screen does. */
export async function addPasskey(
  caller: Caller,
  { name, proof = { password: goodPassword } }: { name?: string; proof?: Proof } = {},
): Promise<{ id: string; authenticator: SoftwareAuthenticator }> {
  const started = await caller.request('POST', '/api/profile/passkeys/start', proof);
  if (started.status !== 200) throw new Error(`start answered ${started.status}: ${JSON.stringify(started.body)}`);
  const authenticator = createAuthenticator();
  const answer = authenticator.create(started.body);
  const added = await caller.request('POST', '/api/profile/passkeys', { ...(name && { name }), answer });
  if (added.status !== 201) throw new Error(`add answered ${added.status}: ${JSON.stringify(added.body)}`);
  return { id: added.body.id, authenticator };
}

/** Signs in with a passkey alone. */
export async function signInWith(
  caller: Caller,
  authenticator: SoftwareAuthenticator,
  odd?: Parameters<SoftwareAuthenticator['get']>[1],
): Promise<Answer> {
  const { body } = await caller.request('POST', '/api/auth/passkey/start');
  return caller.request('POST', '/api/auth/passkey', { answer: authenticator.get(body, odd) });
}

/** A code that a passkey was given for the session of its owner. */
export async function codeOf(caller: Caller, authenticator: SoftwareAuthenticator): Promise<string> {
  const { body } = await caller.request('POST', '/api/profile/passkeys/code/start');
  const answer = authenticator.get(body);
  return (await caller.request('POST', '/api/profile/passkeys/code', { answer })).body.code;
}

/** Turns two-factor on with a passkey; answers the recovery codes. */
export async function turnOnWith(person: Person, authenticator: SoftwareAuthenticator): Promise<string[]> {
  const code = await codeOf(person, authenticator);
  const turned = await person.request('POST', '/api/profile/two-factor/passkey', { password: goodPassword, code });
  if (turned.status !== 200) throw new Error(`turn on answered ${turned.status}: ${JSON.stringify(turned.body)}`);
  return turned.body.recoveryCodes;
}
