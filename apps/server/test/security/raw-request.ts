import { connect } from 'node:net';

export type RawAnswer = {
  /** Of each answer on the connection, in order. */
  statuses: number[];
  text: string;
  /** Milliseconds until the server had said everything or closed the connection. */
  ms: number;
  /** Nothing came at all, and the connection stayed open. */
  isSilent: boolean;
};

/** Milliseconds of silence after an answer that count as its end. */
const quietMs = 150;
export const timeoutMs = 5_000;

/** Bytes as they are, on a connection of their own. */
export function sendRaw(port: number, ...pieces: (string | Buffer)[]): Promise<RawAnswer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    let quiet: NodeJS.Timeout | undefined;
    const end = (isSilent: boolean) => {
      clearTimeout(quiet);
      clearTimeout(limit);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
      resolve({ statuses, text, ms: performance.now() - started, isSilent });
    };
    const limit = setTimeout(() => end(chunks.length === 0), timeoutMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => end(false), quietMs);
    });
    // A reset after too much was sent is an answer, too.
    socket.on('error', () => {});
    socket.on('close', () => end(false));
    for (const piece of pieces) socket.write(piece);
  });
}

/** What follows the head of the last answer. */
export const bodyOf = ({ text }: RawAnswer): string => text.slice(text.lastIndexOf('\r\n\r\n') + 4);
