import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../platform/config.ts';

export type Tls = { key: Buffer; cert: Buffer };

/** Null when none are named. Files that are missing, or do not belong together, stop the process and not the first bounce. */
export function readTlsFiles({
  INBOUND_SMTP_TLS_KEY: keyPath,
  INBOUND_SMTP_TLS_CERT: certPath,
}: Pick<Config, 'INBOUND_SMTP_TLS_KEY' | 'INBOUND_SMTP_TLS_CERT'>): Tls | null {
  if (keyPath === undefined && certPath === undefined) return null;
  if (keyPath === undefined || certPath === undefined)
    throw new Error('INBOUND_SMTP_TLS_KEY and INBOUND_SMTP_TLS_CERT are needed together.');
  const tls: Tls = { key: readFileSync(keyPath), cert: readFileSync(certPath) };
  createSecureContext(tls);
  return tls;
}
