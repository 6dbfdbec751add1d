import NodemailerConnection from 'nodemailer/lib/smtp-connection';
import type { Dial } from '#platform/outbound/dial.ts';
import { cleaned, type Envelope, type Outcome, outcomeOf, type MailTransport } from '../outcome.ts';
import type { SmtpError } from './smtp-error.ts';
import { Withheld, WithheldMail } from './withheld-mail.ts';

export type SmtpConnectionSettings = {
  host: string;
  port: number;
  tls: 'starttls' | 'implicit' | 'none';
  username: string | null;
  secret: string | null;
  /** Milliseconds to wait for any answer; after the final dot a server may take ten minutes (RFC 5321, 4.5.3.2.6). */
  answerTimeoutMs: number;
  /** Connects to a server an organization named; without it the connection is made as it comes. */
  dial?: Dial | null;
};

/** Milliseconds until a server must have been reached and have greeted. */
const connectTimeoutMs = 30_000;

/** Mails on one connection before it is closed: some servers close it then anyway, and a fresh one spreads the load. */
const emailsPerConnection = 100;

/** One connection to a mail server. It is used by one mail at a time and is of no use any more once `isOpen` is false. */
export class SmtpConnection implements MailTransport {
  readonly isReached = true;
  readonly #smtp: NodemailerConnection;
  #mails = 0;
  #open = true;

  private constructor(smtp: NodemailerConnection) {
    this.#smtp = smtp;
    // A connection that dies while nobody uses it says so here; the mail in work hears of it through its own callback.
    smtp.on('error', () => (this.#open = false));
    smtp.on('end', () => (this.#open = false));
  }

  static async open(settings: SmtpConnectionSettings): Promise<SmtpConnection> {
    const { host, port, tls, username, secret, answerTimeoutMs, dial } = settings;
    const socket = await dial?.({ host, port, timeoutMs: connectTimeoutMs });
    const smtp = new NodemailerConnection({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: answerTimeoutMs,
      ...(socket && { connection: socket }),
    });
    return new Promise((resolve, reject) => {
      // Stays for good: a second error of a connection that is given up already would end the process, unheard.
      smtp.on('error', reject);
      smtp.once('end', () => reject(new Error('The server closed the connection.')));
      smtp.connect((error) => {
        // A server that hangs up without a word, before its greeting, is told here and not as an event.
        if (error) return reject(error);
        if (username === null || secret === null) return resolve(new SmtpConnection(smtp));
        smtp.login({ user: username, pass: secret }, (error) => {
          if (!error) return resolve(new SmtpConnection(smtp));
          smtp.close();
          reject(error);
        });
      });
    });
  }

  get isOpen(): boolean {
    return this.#open && this.#mails < emailsPerConnection;
  }

  deliver(envelope: Envelope, message: Buffer, offer: () => Promise<boolean>): Promise<Outcome> {
    const mail = new WithheldMail(message, offer);
    this.#mails += 1;
    return new Promise((resolve) => {
      this.#smtp.send({ from: envelope.from, to: [envelope.to] }, mail, (error, info) => {
        if (!error) return resolve({ kind: 'accepted', answer: cleaned(info?.response ?? '') });
        resolve(this.#failed(error, mail));
      });
    });
  }

  #failed(error: SmtpError, mail: WithheldMail): Outcome | Promise<Outcome> {
    mail.destroy();
    if (mail.errored instanceof Withheld) {
      this.close();
      return { kind: 'withheld' };
    }
    const outcome = outcomeOf(error, mail.dotGiven);
    // A refused sender, recipient or message leaves the connection good for the next mail, once the server has forgotten this one.
    if (outcome.kind !== 'refused' || outcome.stage === 'connect' || outcome.code === 421) {
      this.close();
      return outcome;
    }
    return new Promise((resolve) => {
      this.#smtp.reset((error) => {
        if (error) this.close();
        resolve(outcome);
      });
    });
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#smtp.close();
  }
}
