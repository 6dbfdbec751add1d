import type { Algorithm } from '../keys.ts';
import { found, missing, tagsOf, type Verdict, wrong } from './verdict.ts';

const kinds: Record<Algorithm, string> = { 'rsa-2048': 'rsa', ed25519: 'ed25519' };

/** The key is compared by its bytes: people's DNS screens add blanks, change order and cut texts. */
export function judgeDkim(texts: readonly string[], key: { algorithm: Algorithm; publicKey: string }): Verdict {
  if (texts.length === 0) return missing;
  const [only] = texts;
  return texts.length === 1 && only !== undefined && holdsKey(only, key) ? found : wrong(texts);
}

function holdsKey(text: string, { algorithm, publicKey }: { algorithm: Algorithm; publicKey: string }): boolean {
  const tags = tagsOf(text);
  if (!tags) return false;
  const names = (tag: string, otherwise: string) => (tags.get(tag) ?? otherwise).split(':').map((name) => name.trim());
  return (
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === kinds[algorithm] &&
    names('h', 'sha256').includes('sha256') &&
    names('s', '*').some((service) => service === '*' || service === 'email') &&
    bytesOf(tags.get('p') ?? '').equals(bytesOf(publicKey))
  );
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll(/\s/g, ''), 'base64');
