import { spawn } from 'node:child_process';
import { freePort } from '../apps/server/test/harness/postgres.ts';

export type Sink = { port: number; messages(): number; stop(): Promise<void> };

/** Postfix' smtp-sink, which takes every mail and counts them. */
export async function startSink(): Promise<Sink> {
  const port = await freePort();
  const child = spawn('/usr/sbin/smtp-sink', ['-c', '-u', 'nobody', `127.0.0.1:${port}`, '128'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let messages = 0;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    // A line of counters again and again, without line ends: sess=1 quit=1 mesg=1.
    const last = text.slice(text.lastIndexOf('mesg=') + 5);
    messages = Math.max(messages, Number.parseInt(last, 10) || 0);
  });
  return {
    port,
    messages: () => messages,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
