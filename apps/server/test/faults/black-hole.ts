import { createServer, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type BlackHole = {
  /** The same database, reached through the proxy. */
  through(url: string): string;
  /** From now on bytes in both directions vanish; nobody is told. New connections are taken and never answered. */
  open(): void;
  /** New bytes get through again. What vanished stays away. */
  close(): void;
  stop(): Promise<void>;
};

/** A proxy in front of a database, whose network can fall silent without a reset, as a dropped route or a dead firewall does. */
export async function startBlackHole(databaseUrl: string): Promise<BlackHole> {
  const target = Number(new URL(databaseUrl).port);
  const sockets = new Set<Socket>();
  let isOpen = false;

  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => void (isOpen || to.write(bytes)));
    // An end that falls into the hole is not seen on the other side either.
    from.on('close', () => {
      sockets.delete(from);
      if (!isOpen) to.destroy();
    });
    from.on('error', () => {});
    sockets.add(from);
  };
  const server = createServer((client) => {
    if (isOpen) return swallow(client, sockets);
    const database = connect(target, '127.0.0.1');
    pass(client, database);
    pass(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    through(url) {
      const other = new URL(url);
      other.port = String(port);
      return other.href;
    },
    open: () => void (isOpen = true),
    close: () => void (isOpen = false),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Connections made while nothing gets through stay silent for ever. */
function swallow(client: Socket, sockets: Set<Socket>): void {
  client.resume();
  client.on('error', () => {});
  client.on('close', () => sockets.delete(client));
  sockets.add(client);
}
