import type { Server, Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { clientNetwork } from '../../platform/client-network.ts';
import { limitConnections } from '../../platform/http/connections.ts';

/** Of one return path: a mail bounces once, and is reported as delayed a few times. */
const mostPerPath = 10;
/** Of one network: emails that report nothing, and emails at all. A large provider reports hundreds after a campaign. */
const mostPerNetwork = { useless: 10, all: 300 };
/** A session is one bounce, or some. */
const mostSeconds = 60;
const mostCommands = 500;
const mostSessionsPerNetwork = 10;

/** Counts by the minute, in this process alone. */
function perMinute(most: number, now: () => number = Date.now) {
  let minute = 0;
  let counts = new Map<string, number>();
  const countOf = (key: string): number => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts = new Map();
    minute = current;
    return counts.get(key) ?? 0;
  };
  return {
    isSpent: (key: string): boolean => countOf(key) >= most,
    spend: (key: string): void => void counts.set(key, countOf(key) + 1),
  };
}

type Minute = ReturnType<typeof perMinute>;
export type BounceLimits = ReturnType<typeof createBounceLimits>;

/** How much one sender and one return path may ask of the listener; who asks more is told to come back later. */
export function createBounceLimits(off: boolean) {
  const [paths, all, useless] = [mostPerPath, mostPerNetwork.all, mostPerNetwork.useless].map((most) =>
    perMinute(off ? Number.POSITIVE_INFINITY : most),
  ) as [Minute, Minute, Minute];
  return {
    /** For one email; false when it must wait. */
    admits(session: Pick<SMTPServerSession, 'remoteAddress'>): boolean {
      const network = clientNetwork(session.remoteAddress);
      if (all.isSpent(network) || useless.isSpent(network)) return false;
      all.spend(network);
      return true;
    },
    admitsPath(returnPath: string): boolean {
      const key = returnPath.toLowerCase();
      if (paths.isSpent(key)) return false;
      paths.spend(key);
      return true;
    },
    countUseless: (session: Pick<SMTPServerSession, 'remoteAddress'>) =>
      useless.spend(clientNetwork(session.remoteAddress)),
  };
}

/** Ends sessions that last too long, and keeps one network from taking every place. */
export function limitSessions(server: Server, mostClients: number, seconds = mostSeconds): void {
  limitConnections(server, { total: mostClients, perNetwork: Math.min(mostClients, mostSessionsPerNetwork) });
  server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), seconds * 1_000);
    socket.once('close', () => clearTimeout(timer));
  });
}

const allCommands = [
  'EHLO',
  'HELO',
  'MAIL',
  'RCPT',
  'DATA',
  'RSET',
  'NOOP',
  'HELP',
  'VRFY',
  'QUIT',
  'STARTTLS',
  'AUTH',
];

/**
 * The server asks for the disabled commands at every command, and ends a session after ten it does not know. So after this
 * many all are unknown: a flood of NOOP ends.
 */
export function limitCommands(session: SMTPServerSession, disabled: string[]): void {
  let asked = 0;
  Object.defineProperty(session, 'disabledCommands', {
    get: () => ((asked += 1) > mostCommands ? allCommands : disabled),
  });
}
