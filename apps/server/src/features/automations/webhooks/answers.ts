import type { Context } from '#platform/context.ts';
import type { Answer } from './ports.ts';
import { type DueWebhook, fitsMemory, type Settled } from './queries.ts';

/** Bytes of an answer that are kept. What is read is no more, but bytes that are no UTF-8 become three each. */
const mostBytes = 2_048;

/** What is kept of a body; null where it does not fit. PostgreSQL keeps no zero byte in a text. */
export function keptOf(body: string): string | null {
  const text = body.replaceAll('\0', '');
  return Buffer.byteLength(text) > mostBytes ? null : text;
}

/**
 * The most of an answer for which the run has room beside what it remembers: all of it, its status, or only that it came. Undefined where
 * there is room for nothing.
 */
export async function answerFor(
  ctx: Context,
  { runId, seq, stepId }: DueWebhook,
  { status, answer }: Settled,
): Promise<Answer | undefined> {
  for (const kept of [{ status, body: jsonIn(answer) }, { status, body: null }, null])
    if (await fitsMemory(ctx, runId, { [stepId]: kept })) return { runId, seq, stepId, answer: kept };
  return undefined;
}

function jsonIn(answer: string | null): unknown {
  try {
    return answer === null ? null : JSON.parse(answer, refuseUnstorable);
  } catch {
    return null;
  }
}

/** No memory takes a zero or half of a surrogate pair, which an answer may have escaped. */
function refuseUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value])
    if (typeof text === 'string' && (!text.isWellFormed() || text.includes('\0'))) throw new Error('Not storable');
  return value;
}
