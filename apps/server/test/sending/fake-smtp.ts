import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type Judged = { to: string; at: number; messageId: string; raw: string };

/** What the server does with one mail: `accept`, an answer such as [450, '4.2.0 later'], or a broken line. */
export type Ruling =
  | 'accept'
  | 'keep-and-hang-up'
  | 'drop-and-hang-up'
  | 'keep-and-stay-silent'
  | readonly [number, string];

export type FakeSmtp = {
  port: number;
  /** Every mail whose end the server has seen, in order. This is the truth outside the product's database. */
  received: Judged[];
  close(): Promise<void>;
};

export type Rulings = {
  connect?: (session: SMTPServerSession) => readonly [number, string] | undefined;
  recipient?: (address: string) => readonly [number, string] | undefined;
  /** The first bytes of a message are there. */
  beginning?: () => void;
  message?: (address: string, raw: string) => Ruling;
  /** Called before the ruling on a message; a test can wait here. */
  beforeAnswer?: (address: string) => Promise<void>;
  /** Closes a connection after so many mails. */
  mailsOnOneLine?: number;
};

/** A real SMTP server that rules over every mail by a script and remembers what reached it. */
export async function startFakeSmtp(rulings: Rulings = {}, port = 0): Promise<FakeSmtp> {
  const received: Judged[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (session, done) => done(refusal(rulings.connect?.(session))),
    onMailFrom: (_address, session, done) =>
      done(isUsed(session) ? refusal([421, '4.7.0 enough on this line']) : undefined),
    onRcptTo: ({ address }, _session, done) => done(refusal(rulings.recipient?.(address))),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.once('data', () => rulings.beginning?.());
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        const to = session.envelope.rcptTo[0]?.address ?? '';
        void answer(to, raw, session)
          .then(done, done)
          .then(() => closeUsed(session));
      });
    },
  });

  const mails = new Map<string, number>();
  const isUsed = ({ id }: SMTPServerSession): boolean => (mails.get(id) ?? 0) >= (rulings.mailsOnOneLine ?? Infinity);
  /** As servers do: the answer still goes out, the next mail is refused, and then nobody is there any more. */
  function closeUsed(session: SMTPServerSession): void {
    mails.set(session.id, (mails.get(session.id) ?? 0) + 1);
    if (isUsed(session)) setTimeout(() => hangUp(server, session), 5);
  }

  async function answer(to: string, raw: string, session: SMTPServerSession): Promise<Error | undefined> {
    await rulings.beforeAnswer?.(to);
    const ruling = rulings.message?.(to, raw) ?? 'accept';
    if (typeof ruling !== 'string') return refusal(ruling);
    if (ruling !== 'drop-and-hang-up') received.push({ to, raw, at: Date.now(), messageId: messageIdIn(raw) });
    if (ruling === 'accept') return undefined;
    if (ruling !== 'keep-and-stay-silent') hangUp(server, session);
    return new Promise(() => {});
  }

  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const connection of connectionsOf(server)) connection._socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const refusal = (ruling: readonly [number, string] | undefined): Error | undefined =>
  ruling && Object.assign(new Error(ruling[1]), { responseCode: ruling[0] });

const messageIdIn = (raw: string): string => /^message-id:\s*(<[^>]*>)/im.exec(raw)?.[1] ?? '';

type Connection = { id: string; _socket: { destroy(): void } };
const connectionsOf = (server: SMTPServer): Connection[] => [
  ...(server as unknown as { connections: Set<Connection> }).connections,
];

function hangUp(server: SMTPServer, session: SMTPServerSession): void {
  connectionsOf(server)
    .find(({ id }) => id === session.id)
    ?._socket.destroy();
}
