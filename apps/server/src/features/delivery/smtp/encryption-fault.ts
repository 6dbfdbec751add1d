import type { SmtpError } from './smtp-error.ts';

/** Why an encrypted connection to a server cannot be trusted, or is not to be had. Then nothing is sent to it at all. */
export type EncryptionFault =
  | 'certificate-expired'
  | 'certificate-name'
  | 'certificate-untrusted'
  | 'encryption-missing';

type Failure = Pick<SmtpError, 'code' | 'originalCode' | 'command' | 'responseCode'>;

/** As Node and OpenSSL name them. */
const faults: Record<string, EncryptionFault> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  HOSTNAME_MISMATCH: 'certificate-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  CERT_CHAIN_TOO_LONG: 'certificate-untrusted',
  CERT_REVOKED: 'certificate-untrusted',
  CERT_REJECTED: 'certificate-untrusted',
  CERT_SIGNATURE_FAILURE: 'certificate-untrusted',
  CERT_UNTRUSTED: 'certificate-untrusted',
  INVALID_CA: 'certificate-untrusted',
  INVALID_PURPOSE: 'certificate-untrusted',
  // The answer is not TLS, or of a version or cipher nobody should use any more.
  ERR_SSL_WRONG_VERSION_NUMBER: 'encryption-missing',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'encryption-missing',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'encryption-missing',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'encryption-missing',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'encryption-missing',
};

/**
 * A connection that broke or timed out during the handshake is none of these: the server may answer the next time, and the
 * email waits for it.
 */
export function encryptionFault({ code, originalCode, command, responseCode = 0 }: Failure): EncryptionFault | null {
  const known = faults[originalCode ?? ''] ?? faults[code ?? ''];
  if (known) return known;
  // The server was asked to encrypt and said no; 454 is only a no for now (RFC 3207, 4).
  const isRefused = code === 'ETLS' && command === 'STARTTLS' && Math.floor(responseCode / 100) !== 4;
  return isRefused ? 'encryption-missing' : null;
}
