import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBodyParser, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { createMutex } from '../mutex.ts';

/** Values and levels of a body. The largest honest one is a campaign for 4,000 chosen contacts and tags; filters are 12 deep. */
export const mostValues = 10_000;
export const mostDepth = 64;
/** Characters above which reading takes milliseconds. */
const large = 65_536;

/** Fastify's own, which answers through its callback. */
type Parse = FastifyBodyParser<string>;

/**
 * Reads JSON so that nobody else has to wait for it: what has too many values is refused before it is read, and large texts
 * are read one at a time, with a rest as long as the reading in between.
 */
export function createJsonReader(parse: Parse) {
  const inTurn = createMutex();
  const read = (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      refuseOddShape(text);
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });

  return async (request: FastifyRequest, text: string | Buffer): Promise<unknown> => {
    if (text.length <= large) return read(request, String(text));
    return new Promise((resolve, reject) => {
      void inTurn(async () => {
        const started = performance.now();
        await read(request, String(text)).then(resolve, reject);
        await pause(performance.now() - started);
      });
    });
  };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, brace, closedBracket, closedBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Looks at each character once: JSON.parse takes a second for what this refuses within 10 ms. */
export function refuseOddShape(text: string): void {
  let [values, depth, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isText = !isText;
    else if (isText) at += sign === backslash ? 1 : 0;
    else if (sign === comma) values += 1;
    else if (sign === bracket || sign === brace) [values, depth] = [values + 1, depth + 1];
    else if (sign === closedBracket || sign === closedBrace) depth -= 1;
    if (values > mostValues) throw new Problem('body_too_large', 'This request is too large.');
    if (depth > mostDepth) throw new Problem('invalid_input', "The request couldn't be read.");
  }
}
