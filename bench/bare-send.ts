// Bare nodemailer over a pool of connections, in a process of its own: the same mail filled in and built for each reader,
// or one that was built before.
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import { newsletter } from './newsletter.ts';

const [port, mails, connections] = [process.argv[2], process.argv[4], process.argv[5]].map(Number) as [
  number,
  number,
  number,
];
const kind = process.argv[3] as 'build' | 'prebuilt';
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port,
  ignoreTLS: true,
  pool: true,
  maxConnections: connections,
  maxMessages: 100,
});

const token = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
const text = `${'Bees tell each other the way to good flowers by dancing, and the hive knows at once. '.repeat(65)}\n`;

function mailFor(at: number) {
  const to = `p${at}@example.org`;
  const html = newsletter.html
    .replaceAll(/https:\/\/www[^"]+/g, () => `https://waggle.example/t/c/${token()}`)
    .replace('{{ first_name | default: "there" }}', `Person ${at}`)
    .replace('{{ email }}', to)
    .replace(/\{% if.*?endif %\}/, '')
    .replace('</body>', `<img src="https://waggle.example/t/o/${token()}" width="1" height="1" alt=""></body>`);
  return {
    from: { name: 'Hive', address: 'news@hive.example' },
    to,
    subject: `Hello Person ${at}`,
    messageId: `<${randomUUID()}@hive.example>`,
    text,
    html,
    headers: {
      'List-Unsubscribe': `<https://waggle.example/t/u/${token()}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '"Hive" <bees.hive.example>',
      'Feedback-ID': 'campaign:organization:campaign:waggle',
    },
  };
}

const builder = nodemailer.createTransport({ streamTransport: true, buffer: true });
const raw = (await builder.sendMail(mailFor(0))).message as Buffer;
const envelope = { from: 'news@hive.example', to: ['p@example.org'] };

let next = 0;
const worker = async () => {
  while (next < mails)
    await transport.sendMail(kind === 'build' ? mailFor((next += 1)) : { envelope, raw: ((next += 1), raw) });
};
const started = performance.now();
const cpuBefore = process.cpuUsage();
await Promise.all(Array.from({ length: connections * 2 }, worker));
const { user, system } = process.cpuUsage(cpuBefore);
process.send?.({ rate: next / ((performance.now() - started) / 1_000), cpu: (user + system) / 1_000_000 });
transport.close();
