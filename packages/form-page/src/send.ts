import type { PageData } from '@waggle/forms/page/data';
import { pageHeader, proofHeader, trapHeader } from '@waggle/forms/proof';
import type { Answers } from '@waggle/forms/visible';
import { createProofs } from './proofs.ts';

/** A failure carries the server's sentence, where it said one. */
export type Sent = { redirectUrl: string; thankYouMessage: string } | { message: string | undefined };
type Reply = { code?: string; message?: string; redirectUrl?: string; thankYouMessage?: string };

/** Milliseconds before each further try: a server that starts anew, or a phone between two cells, is back within ten seconds. */
export const waits = [1_500, 3_000, 5_500];

const pause = (milliseconds: number) => new Promise<void>((go) => setTimeout(go, milliseconds));

/**
 * Sends the answers, again by itself while the server is away or the network fails. What was sent before and got no answer goes with
 * the same proof: the server knows it again, and it is one submission however often it arrives.
 */
export function createSend(data: PageData) {
  const proofs = createProofs(data);
  let before = '';

  async function post(body: string, isTrapped: boolean): Promise<{ status: number; reply: Reply }> {
    // A browser may know none.
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
    const query = new URLSearchParams([
      ['version', String(data.version)],
      ['zone', zone],
      ...data.carried.map((pair) => [...pair]),
    ]);
    const answer = await fetch(`/api/forms/${data.id}/submit?${query}`, {
      method: 'POST',
      credentials: 'omit',
      body,
      headers: {
        'content-type': 'application/json',
        [pageHeader]: data.token,
        ...(data.proofOfWork ? { [proofHeader]: await proofs.prepare() } : {}),
        ...(isTrapped ? { [trapHeader]: '1' } : {}),
      },
    });
    // A proxy in between may answer with a page.
    const reply = (await answer.json().catch(() => ({}))) as Reply;
    return { status: answer.status, reply };
  }

  /** Nothing but what passes by itself is tried again: every other refusal would be the same. */
  async function postUntilTaken(body: string, isTrapped: boolean): Promise<{ status: number; reply: Reply }> {
    for (const wait of waits) {
      const answered = await post(body, isTrapped).catch(() => undefined);
      if (answered && answered.status !== 503) return answered;
      await pause(wait);
    }
    return post(body, isTrapped);
  }

  async function send(answers: Answers, isTrapped: boolean): Promise<Sent> {
    const body = JSON.stringify(Object.fromEntries(answers));
    // Other answers are another submission.
    if (before !== '' && before !== body) proofs.forget();
    before = body;
    try {
      let { status, reply } = await postUntilTaken(body, isTrapped);
      if (reply.code === 'challenge') {
        proofs.forget();
        ({ status, reply } = await postUntilTaken(body, isTrapped));
      }
      if (status !== 200) return { message: reply.message };
      return { redirectUrl: reply.redirectUrl ?? '', thankYouMessage: reply.thankYouMessage ?? '' };
    } catch {
      return { message: undefined };
    }
  }

  return {
    send,
    /** Somebody has begun: there will be something to send. */
    expect: () => void (data.proofOfWork && proofs.prepare().catch(() => {})),
  };
}
