import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startTestEdge } from '../../../test/harness/test-edge.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { createLinkKeys } from '../../platform/tracking/link-keys.ts';
import { signReturnPath } from '../../platform/tracking/return-path.ts';
import { startWatch } from '../../../test/harness/watch.ts';

const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123', SECRET_KEY_PREVIOUS: undefined });

/** A mail server that speaks line by line; it hears the last answer. */
async function talk(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  const hears = (code: string) =>
    vi.waitFor(() => expect(heard).toMatch(new RegExp(`^${code} `, 'm')), { timeout: 60_000 });
  await hears('220');
  return {
    socket,
    hears,
    async say(line: string, code: string) {
      heard = '';
      socket.write(`${line}\r\n`);
      await hears(code);
    },
    insist: (line: string, code: string) =>
      vi.waitFor(
        () => {
          if (!socket.destroyed) socket.write(`${line}\r\n`);
          expect(heard).toMatch(new RegExp(`^${code} `, 'm'));
        },
        { timeout: 60_000, interval: 20 },
      ),
  };
}

test('P18: an edge that stops takes the bounce under way, answers 421 to everybody else and closes', async () => {
  const edge = await startTestEdge({ INBOUND_SMTP_PORT: '0', HOST: '127.0.0.1', SHUTDOWN_GRACE_SECONDS: '3' });
  const key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  const to = signReturnPath(key, { organizationId: edge.organizationId, sendId: randomUUID() });
  const [sending, speaking, silent] = await Promise.all([1, 2, 3].map(() => talk(edge.edge.inboundSmtpPort!)));
  await speaking!.say('EHLO mx.example.net', '250');
  await sending!.say('EHLO mx.example.net', '250');
  await sending!.say('MAIL FROM:<>', '250');
  await sending!.say(`RCPT TO:<${to}@bounce.example.org>`, '250');
  await sending!.say('DATA', '354');
  const watch = startWatch();

  const recorded = edge.recorded();
  // Until the edge has heard of it, the answer is 250.
  await speaking!.insist('NOOP', '421');
  await sending!.say('Subject: failure notice\r\n\r\n550 5.1.1 <a@example.net>: no such user\r\n.', '250');
  await silent!.hears('421');
  await Promise.all([sending, speaking, silent].map(({ socket } = sending!) => until(() => socket.destroyed)));

  expect(await recorded).toMatchObject([{ kind: 'bounce' }]);
  expect(watch()).toBeLessThan(5_000);
  await edge.close();
});

const until = (reached: () => boolean) => vi.waitFor(() => expect(reached()).toBe(true), { timeout: 60_000 });
