import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export type Certificate = { key: Buffer; cert: Buffer };

/** A certificate authority of the test. Once trusted, this process believes what it signs, as it believes the public ones. */
export class TestAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'waggle-ca-'));
  readonly #before = getCACertificates('default');

  constructor() {
    this.#openssl(['req', '-x509', ...newKey('ca'), '-days', '2', '-subj', '/CN=Test authority', '-out', 'ca.pem']);
  }

  /** For one name; `days` below zero is a certificate that has expired. */
  sign(name: string, days = 2): Certificate {
    const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    this.#openssl(['req', ...newKey('leaf'), ...named, '-out', 'leaf.csr']);
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy'];
    this.#openssl(['x509', '-req', '-in', 'leaf.csr', ...signer, '-days', String(days), '-out', 'leaf.pem']);
    return { key: this.#read('leaf.key'), cert: this.#read('leaf.pem') };
  }

  trust(): void {
    setDefaultCACertificates([...this.#before, this.#read('ca.pem').toString()]);
  }

  close(): void {
    setDefaultCACertificates(this.#before);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #openssl(args: string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: 'ignore' });
  }

  #read(file: string): Buffer {
    return readFileSync(join(this.#folder, file));
  }
}

const newKey = (name: string): string[] => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-keyout',
  `${name}.key`,
];
