import { Agent, request } from 'node:http';

type Settings = { origin: string; codes: readonly string[]; perSecond: number; random: () => number };

export type Scans = {
  /** Number of the scan, and when its answer was here. */
  answered: Map<number, number>;
  /** Answers other than the redirect, and none at all. */
  refused(): number;
  /** Nobody scans any more; resolves when nobody waits. */
  hold(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
};

/** People who scan at a steady rate, whether the others are answered or not. Loopback only. */
export function startScanning({ origin, codes, perSecond, random }: Settings): Scans {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const answered = new Map<number, number>();
  const waiting = new Set<number>();
  let [scan, refused] = [0, 0];
  let timer: NodeJS.Timeout | undefined;

  function scanOne(): void {
    scan += 1;
    const number = scan;
    waiting.add(number);
    const code = codes[Math.floor(random() * codes.length)]!;
    const asked = request(`${origin}/qr/${code}`, {
      agent,
      headers: { 'user-agent': `scan ${number}` },
      timeout: 10_000,
    });
    asked.once('response', (answer) => {
      const right = answer.statusCode === 302 && answer.headers.location?.includes(code);
      if (right) answered.set(number, performance.now());
      else refused += 1;
      answer.resume();
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', () => (refused += 1));
    asked.once('close', () => waiting.delete(number));
    asked.end();
  }

  function resume(): void {
    const started = performance.now();
    let due = 0;
    timer = setInterval(() => {
      const owed = ((performance.now() - started) / 1_000) * perSecond;
      for (; due < owed; due += 1) scanOne();
    }, 5);
  }

  async function hold(): Promise<void> {
    clearInterval(timer);
    while (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  resume();
  return { answered, refused: () => refused, hold, resume, stop: async () => (await hold(), agent.destroy()) };
}
