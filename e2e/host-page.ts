import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HostPages = { origin: string; show(path: string, body: string, policy?: string): string; close(): void };

/** Somebody's website, of another origin than the server under test: same machine, other name and port. */
export async function startHostPages(): Promise<HostPages> {
  const pages = new Map<string, { body: string; policy: string | undefined }>();
  const server: Server = createServer((request, reply) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (!page) return void reply.writeHead(404).end();
    const { body, policy } = page;
    const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Maple & Rye</title></head>';
    reply.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    });
    return void reply.end(`${head}<body><h1>Bread that takes its time.</h1>${body}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    show(path, body, policy) {
      pages.set(path, { body, policy });
      return `${origin}${path}`;
    },
    close: () => server.close(),
  };
}
