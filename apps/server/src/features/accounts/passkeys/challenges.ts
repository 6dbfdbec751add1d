import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { hashToken } from '#platform/sessions.ts';
import * as queries from './queries.ts';

export type ChallengeHolder = queries.ChallengeHolder;

export const forAnybody: ChallengeHolder = { purpose: 'sign-in', userId: null, sessionId: null };

export async function newChallenge(
  db: Db,
  holder: ChallengeHolder,
  userHandle?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const hash = hashToken(Buffer.from(challenge).toString('base64url'));
  await queries.insertChallenge(db, holder, { hash, ...(userHandle && { userHandle }) });
  return challenge;
}

/** Takes the challenge that was signed, whatever becomes of the rest: an answer is looked at once. */
export async function takeChallenge(db: Db, holder: ChallengeHolder, clientDataJSON: string) {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return undefined;
  const taken = await queries.takeChallenge(db, holder, hashToken(challenge));
  return taken && { challenge, userHandle: taken.user_handle };
}

const ClientData = z.object({ challenge: z.string().min(1).max(200) });

function challengeIn(clientDataJSON: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch {
    // No JSON, or none of a browser.
    return null;
  }
}
