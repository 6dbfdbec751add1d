import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = {
  id: number;
  to: string;
  from: string;
  /** Where a bounce of it would go. */
  returnPath: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
};

export type MailCatcher = {
  url: string;
  mails: CaughtMail[];
  /** The first mail to this address that fits, waiting up to 15 seconds for it. */
  waitFor(to: string, fits?: (mail: CaughtMail) => boolean): Promise<CaughtMail>;
  /** The newest mail that asks this address to be confirmed. Every registration sends one, so `waitFor` passes them over. */
  waitForConfirmation(to: string): Promise<CaughtMail>;
  close(): Promise<void>;
};

/** Where emails are kept beyond the process, and those of before. */
export type Kept = { mails: CaughtMail[]; keep: (mail: CaughtMail, source: Buffer) => void };

/** A real SMTP server that keeps what it is given. */
export async function startMailCatcher(
  port = 0,
  { mails, keep }: Kept = { mails: [], keep: () => {} },
  host = '127.0.0.1',
): Promise<MailCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const take = async () => {
        const source = await buffer(stream);
        const parsed = await simpleParser(source);
        for (const to of rcptTo) {
          const mail = caught((mails.at(-1)?.id ?? 0) + 1, to.address, mailFrom ? mailFrom.address : '', parsed);
          mails.push(mail);
          keep(mail, source);
        }
      };
      take().then(() => done(), done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: bound } = server.server.address() as AddressInfo;

  async function wait(to: string, find: (own: CaughtMail[]) => CaughtMail | undefined): Promise<CaughtMail> {
    for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
      const mail = find(mails.filter((candidate) => candidate.to === to));
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(
      `No mail for ${to} arrived. Caught: ${mails.map((mail) => `${mail.to}: ${mail.subject}`).join('; ') || 'none'}`,
    );
  }

  return {
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    waitFor: (to, fits = () => true) => wait(to, (own) => own.find((mail) => !isConfirmation(mail) && fits(mail))),
    waitForConfirmation: (to) => wait(to, (own) => own.findLast(isConfirmation)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const caught = (id: number, to: string, returnPath: string, mail: ParsedMail): CaughtMail => ({
  id,
  to,
  returnPath,
  from: mail.from?.text ?? '',
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  html: mail.html || '',
  at: new Date(),
});

export const isConfirmation = ({ text }: CaughtMail): boolean => text.includes('/auth/confirm-email?');

/** The first link in a mail. */
export const linkIn = (mail: CaughtMail): string => /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
