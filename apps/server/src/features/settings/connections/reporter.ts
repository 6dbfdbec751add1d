export type Reporter = 'ses' | 'postmark';

/** Which provider can report what became of mails sent this way; null for a server that only speaks SMTP. */
export function reporterOf({ kind, host }: { kind: string; host: string | null }): Reporter | null {
  if (kind === 'ses') return 'ses';
  return /(^|\.)postmarkapp\.com$/i.test(host ?? '') ? 'postmark' : null;
}
