import type { PasskeyAnswer, RequestOptions } from '@waggle/contracts/passkey-sign-in';
import type { CreationOptions, NewPasskey } from '@waggle/contracts/passkeys';
import type { Problem } from '@waggle/contracts/problem';
import { ApiProblem } from './api.ts';

type Asking = { mediation?: 'conditional'; signal?: AbortSignal };

export async function askPasskey(options: RequestOptions, asking: Asking = {}): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, response } = await madeBy(navigator.credentials.get({ publicKey, ...asking }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credential: id,
    clientDataJSON: clientDataJSON!,
    authenticatorData: authenticatorData!,
    signature: signature!,
    userHandle: userHandle ?? null,
  };
}

export async function createPasskey(options: CreationOptions): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, response } = await madeBy(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    credential: id,
    clientDataJSON: clientDataJSON!,
    attestationObject: attestationObject!,
    transports: transports ?? [],
  };
}

type Made = {
  id: string;
  response: Partial<
    Record<'clientDataJSON' | 'authenticatorData' | 'signature' | 'attestationObject', string> & {
      userHandle: string | null;
      transports: string[];
    }
  >;
};

async function madeBy(promise: Promise<Credential | null>): Promise<Made> {
  try {
    return ((await promise) as PublicKeyCredential).toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw problemOf(error);
  }
}

/** In English here, as every English problem is; the other languages are looked up by the code. */
const problems: Record<string, Problem> = {
  // Also said when the time is over: browsers do not tell the two apart.
  NotAllowedError: {
    code: 'passkey_cancelled',
    message: 'No passkey was used. Try again, or continue another way.',
  },
  InvalidStateError: { code: 'passkey_known', message: 'This device already has a passkey for your account.' },
  SecurityError: {
    code: 'passkey_elsewhere',
    message: "Passkeys don't work at this address. Open this site at its main address.",
  },
};
const failed: Problem = {
  code: 'passkey_failed',
  message: "Your browser couldn't use a passkey. Try again, or continue another way.",
};

const problemOf = (error: unknown) => new ApiProblem(problems[(error as Error).name] ?? failed, 0);
