import { getDomain } from 'tldts';
import { found, missing, tagsOf, type Verdict, wrong } from './verdict.ts';

const policies = new Set(['none', 'quarantine', 'reject']);

const ofDmarc = (texts: readonly string[]) => texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text.trim()));

/** The domain's own record, or else the one of the domain it belongs to. */
export function judgeDmarc(own: readonly string[], inherited: readonly string[]): Verdict {
  const records = ofDmarc(own).length > 0 ? ofDmarc(own) : ofDmarc(inherited);
  const [only] = records;
  if (only === undefined) return missing;
  const stated = tagsOf(only)?.get('p')?.toLowerCase();
  return records.length === 1 && stated !== undefined && policies.has(stated) ? found : wrong(records);
}

/** The registered name a domain belongs to: example.co.uk for mail.example.co.uk; null for co.uk itself. */
export const registeredDomain = (domain: string): string | null => getDomain(domain);

/** Relaxed alignment of RFC 7489: who signs belongs to the same registered name as the From address. */
export function isAligned(fromEmail: string, signedBy: string): boolean {
  const from = registeredDomain(fromEmail.slice(fromEmail.lastIndexOf('@') + 1));
  return from !== null && from === registeredDomain(signedBy);
}
