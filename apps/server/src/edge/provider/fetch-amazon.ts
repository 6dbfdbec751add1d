import { isAmazonAddress } from './sns.ts';

const timeoutMs = 5_000;
/** A certificate or a confirmation has a few thousand characters. */
const longest = 65_536;

/** The one request the edge makes to others: to Amazon SNS, over TLS, wherever no redirect leads on. */
export async function fetchFromAmazon(url: string): Promise<string> {
  if (!isAmazonAddress(url)) throw new Error('Only Amazon SNS is asked.');
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok || !answer.body) throw new Error(`Amazon SNS answered ${answer.status}.`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw new Error('Amazon SNS answered too much.');
  }
  return text;
}
