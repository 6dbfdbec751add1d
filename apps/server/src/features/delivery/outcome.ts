import { DestinationRefused } from '#platform/outbound/dial.ts';
import { type EncryptionFault, encryptionFault } from './smtp/encryption-fault.ts';
import type { SmtpError } from './smtp/smtp-error.ts';

/** What became of one mail that was offered, or could not be. */
export type Outcome =
  | { kind: 'accepted'; answer: string }
  /** The server said no. `passing` may be tried again later, everything else never. `restMs` is how long it wants none at all. */
  | { kind: 'refused'; passing: boolean; answer: string; code: number; stage: Stage; restMs?: number }
  /** The final dot was not given: paused, cancelled, opted out in the meantime, or somebody else holds the row now. */
  | { kind: 'withheld' }
  /** There was no connection: the server did not answer, or refused us before any mail. */
  | { kind: 'unreached'; answer: string; code: number; hold: ConnectionHold | null }
  /** The connection broke before the final dot, so nothing was delivered. */
  | { kind: 'lost'; answer: string }
  /**
   * The connection broke or stayed silent after the final dot: nobody knows, and nobody may send it again by themselves. `isDown`
   * when the same would happen to the next mail.
   */
  | { kind: 'uncertain'; answer: string; isDown?: boolean };

/** What keeps every connection from being made until a person does something about it. */
export type ConnectionHold = 'connection-blocked' | EncryptionFault;

export type Stage = 'connect' | 'sender' | 'recipient' | 'message';

export type Envelope = { from: string; to: string };

/** A transport that takes one mail at a time. Once `isOpen` is false it takes no more. */
export type MailTransport = {
  readonly isOpen: boolean;
  /** Whether its being open says that a server is there. */
  readonly isReached: boolean;
  deliver(envelope: Envelope, message: Buffer, offer: () => Promise<boolean>): Promise<Outcome>;
  close(): void;
};

export function outcomeOf(error: SmtpError, dotGiven: boolean): Outcome {
  const answer = answerOf(error);
  const code = error.responseCode ?? 0;
  // 421 closes the connection whenever it comes; after the dot it is still an answer to it.
  if (code >= 400 && code < 600) return { kind: 'refused', passing: code < 500, answer, code, stage: stageOf(error) };
  return dotGiven ? { kind: 'uncertain', answer } : { kind: 'lost', answer };
}

export const unreached = (error: SmtpError): Outcome => ({
  kind: 'unreached',
  answer: answerOf(error),
  code: error.responseCode ?? 0,
  // The server's name leads to a private network, which the operator does not allow.
  hold: error instanceof DestinationRefused ? 'connection-blocked' : encryptionFault(error),
});

/** What a server says is stored, and PostgreSQL takes no NUL: a result that cannot be written would be tried for ever. */
export const answerOf = ({ response, message }: SmtpError): string => cleaned(response ?? message);

// oxlint-disable-next-line no-control-regex -- these are what must go
export const cleaned = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300);

function stageOf({ command = '' }: SmtpError): Stage {
  if (command.startsWith('MAIL')) return 'sender';
  if (command.startsWith('RCPT')) return 'recipient';
  if (command.startsWith('DATA')) return 'message';
  return 'connect';
}

/** The enhanced status code (RFC 3463) in an answer, such as 5.1.1. */
export const enhancedCode = (answer: string): string | null =>
  /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? null;

/** Microsoft's answer to senders without SPF, DKIM and DMARC: true of every email from it. */
export const isSenderUntrusted = (answer: string): boolean => enhancedCode(answer) === '5.7.515';

/**
 * Whether a refusal says that the mailbox does not exist: then nobody writes to it again. Refusals for policy, content or
 * size (5.7.x, 5.6.x, 5.2.3, 5.3.4) speak of the mail or of us, and suppress nobody.
 */
export function isDeadMailbox({ code, stage, answer }: { code: number; stage: Stage; answer: string }): boolean {
  const enhanced = enhancedCode(answer);
  if (code < 500) return false;
  if (enhanced) return /^5\.1\.(1|2|3|6|10)$|^5\.2\.1$/.test(enhanced);
  return stage === 'recipient' && (code === 550 || code === 551 || code === 553);
}
