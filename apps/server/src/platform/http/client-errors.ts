import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../problem.ts';

type Refusal = [status: number, code: ProblemCode, message: string];

const tooLarge = (status: number): Refusal => [status, 'body_too_large', 'This request is too large.'];
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: tooLarge(431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge(413),
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_input', 'The request was cut short.'],
};
const unreadable: Refusal = [400, 'invalid_input', "The request couldn't be read."];

/** What is no HTTP never becomes a request: it is answered here, in the form of every other problem, and the connection ends. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = refusals[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ code, message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
