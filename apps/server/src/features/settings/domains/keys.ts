import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export const algorithms = ['rsa-2048', 'ed25519'] as const;
export type Algorithm = (typeof algorithms)[number];

export type NewKey = { selector: string; algorithm: Algorithm; privateKey: string; publicKey: string };

const prefixes: Record<Algorithm, string> = { 'rsa-2048': 'wgr', ed25519: 'wge' };

type Pair = Omit<NewKey, 'selector'>;

export const makeKeys = async (now: Date, taken: ReadonlySet<string>): Promise<NewKey[]> =>
  named(await makePairs(), now, taken);

/** RSA because every receiver can check it, Ed25519 for those that know it. */
export const makePairs = (): Promise<Pair[]> => Promise.all(algorithms.map(makePair));

export const named = (pairs: readonly Pair[], now: Date, taken: ReadonlySet<string>): NewKey[] =>
  pairs.map((pair) => ({ ...pair, selector: selectorFor(pair.algorithm, now, taken) }));

async function makePair(algorithm: Algorithm): Promise<Pair> {
  const { privateKey, publicKey } =
    algorithm === 'ed25519' ? await generate('ed25519') : await generate('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { algorithm, privateKey: pem.toString(), publicKey: published(algorithm, publicKey) };
}

/** As it stands after p=: the whole structure for RSA, the bare 32 bytes at its end for Ed25519 (RFC 8463). */
function published(algorithm: Algorithm, key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' });
  return (algorithm === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}

/** wgr2611; a second one in the same month is wgr2611b, because a published name must never change its key. */
function selectorFor(algorithm: Algorithm, now: Date, taken: ReadonlySet<string>): string {
  const [year, month] = [now.getUTCFullYear() % 100, now.getUTCMonth() + 1];
  const base = prefixes[algorithm] + [year, month].map((part) => String(part).padStart(2, '0')).join('');
  for (let again = 0; ; again += 1) {
    const selector = again === 0 ? base : `${base}${again < 26 ? String.fromCharCode(97 + again) : `x${again}`}`;
    if (!taken.has(selector)) return selector;
  }
}
