// People at work, codes being scanned and readers leaving, at a steady pace for as long as the upgrade takes.
import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from './upgrade-balancer.ts';
import type { Sender, Tenant } from './upgrade-tenant.ts';

type Parts = {
  api: Balancer;
  edge: Balancer;
  /** Whose people work. Another one than the sender: who adds contacts waits for the opt-outs of the same organization. */
  office: Tenant;
  sender: Sender;
  ways: ReadonlyMap<string, string>;
};

/** Requests a second of each kind: a hundred in all. */
const pace = { reads: 50, writes: 5, scans: 42, leaves: 3 };
const reads = ['/api/contacts?limit=25', '/api/campaigns', '/api/auth/me', '/api/qr-codes', '/api/dashboard/start'];

export type Load = {
  written: string[];
  /** When the answer to an opt-out was there, by address. */
  leftAt: Map<string, number>;
  scans: number;
  /** Resolves when the last request is answered. */
  stop(): Promise<void>;
};

export function startLoad({ api, edge, office: { cookie }, sender: { code }, ways }: Parts): Load {
  const load = { written: [] as string[], leftAt: new Map<string, number>(), scans: 0 };
  const stopping = new AbortController();
  // The last ones of the earlier campaign first: most of them leave before this campaign reaches them.
  const leaving = [...ways].toReversed().values();

  const kinds: Record<keyof typeof pace, (turn: number) => Promise<void>> = {
    async reads(turn) {
      await api.ask({ path: reads[turn % reads.length]!, cookie }, 200);
    },
    async writes(turn) {
      const json = { email: `w${turn}@written.example`, firstName: 'Written', lastName: 'Contact', phone: null };
      if (await api.ask({ method: 'POST', path: '/api/contacts', cookie, json }, 201)) load.written.push(json.email);
    },
    async scans() {
      if (await edge.ask({ path: `/qr/${code}` }, 302)) load.scans += 1;
    },
    async leaves() {
      const next = leaving.next();
      if (next.done) return;
      const [address, path] = next.value;
      const answer = await edge.ask({ method: 'POST', path, form: 'List-Unsubscribe=One-Click' }, 200);
      if (answer) load.leftAt.set(address, Date.now());
    },
  };
  const running = Object.entries(pace).map(([kind, perSecond]) =>
    steadily(perSecond, stopping.signal, kinds[kind as keyof typeof pace]),
  );
  return Object.assign(load, {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  });
}

/** By the clock and not by the answers: a slow server meets the same crowd as a quick one. */
async function steadily(perSecond: number, signal: AbortSignal, one: (turn: number) => Promise<void>): Promise<void> {
  const under = new Set<Promise<void>>();
  const started = performance.now();
  for (let turn = 0; !signal.aborted; turn += 1) {
    const asked: Promise<void> = one(turn).finally(() => under.delete(asked));
    under.add(asked);
    await pause(Math.max(0, started + ((turn + 1) * 1_000) / perSecond - performance.now()));
  }
  await Promise.all(under);
}
