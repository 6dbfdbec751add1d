import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from '../harness/certificates.ts';

export type TappedSmtp = {
  port: number;
  /** Everything clients sent, as it went over the network. */
  wire(): string;
  /** Mails whose end the server has seen, and the passwords it was shown. */
  mails: string[];
  passwords: string[];
  close(): Promise<void>;
};

type Offer = { certificate: Certificate; encrypts: 'starttls' | 'implicit' | 'never' };

/** A real SMTP server that takes any login, behind a relay that notes each byte that comes in. */
export async function startTappedSmtp({ certificate, encrypts }: Offer): Promise<TappedSmtp> {
  const mails: string[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    ...certificate,
    secure: encrypts === 'implicit',
    // A server that never encrypts takes passwords in the clear: the client must be the one to refuse.
    ...(encrypts === 'never' && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    authOptional: true,
    onAuth(auth, _session, done) {
      passwords.push(auth.password ?? '');
      done(null, { user: 'somebody' });
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('latin1'));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const behind = (server.server.address() as AddressInfo).port;

  const heard: Buffer[] = [];
  const sockets = new Set<Socket>();
  const tap = createServer((client) => {
    const onward = connect(behind, '127.0.0.1');
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        onward.destroy();
      });
    }
    client.on('data', (chunk) => heard.push(chunk));
    client.pipe(onward).pipe(client);
  });
  await new Promise<void>((resolve) => tap.listen(0, '127.0.0.1', resolve));
  return {
    port: (tap.address() as AddressInfo).port,
    wire: () => Buffer.concat(heard).toString('latin1'),
    mails,
    passwords,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => tap.close(resolve));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
