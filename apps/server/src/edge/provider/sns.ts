import { createVerify, X509Certificate } from 'node:crypto';
import { createBoundedCache } from '../../platform/bounded-cache.ts';

/** What Amazon SNS posts. */
export type SnsMessage = {
  Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Subject?: string;
  Token?: string;
  SubscribeURL?: string;
};

/** Where certificates come from; called only with addresses that passed. */
export type FetchText = (url: string) => Promise<string>;

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;
const algorithms: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };
const needed = ['MessageId', 'TopicArn', 'Message', 'Timestamp', 'SignatureVersion', 'Signature', 'SigningCertURL'];
const snsHost = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/;
/** Certificates kept in memory; Amazon has one for each region and changes it rarely. */
const mostCertificates = 20;

/** The message when it has the form of one, else null. */
export function parseSns(body: string): SnsMessage | null {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null) return null;
  const fields = message as Record<string, unknown>;
  if (typeof fields['Type'] !== 'string' || !Object.hasOwn(signedFields, fields['Type'])) return null;
  const texts = [...needed, ...['Subject', 'Token', 'SubscribeURL'].filter((name) => fields[name] !== undefined)];
  return texts.every((name) => typeof fields[name] === 'string') ? (message as SnsMessage) : null;
}

/** An address of Amazon SNS itself: https, no port, no credentials. */
export function isAmazonAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    snsHost.test(url.hostname)
  );
}

/** Whether Amazon signed it. Nothing is fetched from an address that is not Amazon's own. */
export function createSnsVerifier(fetchCertificate: FetchText, now: () => number = Date.now) {
  const certificates = createBoundedCache<X509Certificate>(mostCertificates);

  async function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known) return known;
    const certificate = new X509Certificate(await fetchCertificate(url));
    certificates.set(url, certificate);
    return certificate;
  }

  return async (message: SnsMessage): Promise<boolean> => {
    const algorithm = algorithms[message.SignatureVersion];
    const isPem = URL.parse(message.SigningCertURL)?.pathname.endsWith('.pem') ?? false;
    if (!algorithm || !isPem || !isAmazonAddress(message.SigningCertURL)) return false;
    const certificate = await certificateAt(message.SigningCertURL);
    if (Date.parse(certificate.validTo) < now() || Date.parse(certificate.validFrom) > now()) return false;

    return createVerify(algorithm)
      .update(signedText(message), 'utf8')
      .verify(certificate.publicKey, message.Signature, 'base64');
  };
}

/** Name and value of each field that is there, each on a line of its own. */
export const signedText = (message: SnsMessage): string =>
  signedFields[message.Type]
    .filter((name) => message[name as keyof SnsMessage] !== undefined)
    .map((name) => `${name}\n${message[name as keyof SnsMessage]}\n`)
    .join('');
