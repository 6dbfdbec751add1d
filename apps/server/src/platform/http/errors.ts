import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isConflict } from '../database/retry-conflicts.ts';
import { Problem, type ProblemCode, statusOf } from '../problem.ts';

/** What Fastify itself refuses, in our words. */
const fastifyRefusals: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Please send application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'This request is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The request was cut short.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_input', 'The request body is empty.'],
};

export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = error instanceof Problem ? error : translate(error);
  if (problem.code === 'failed' || problem.code === 'secret_unreadable')
    request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
  if (isShortOfSpace(error)) request.log.error({ err: error }, 'the database has no room');
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter));
  void reply
    .code(statusOf[problem.code])
    .header('cache-control', 'no-store')
    .send({ code: problem.code, message: problem.message, ...(problem.fields ? { fields: problem.fields } : {}) });
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).header('cache-control', 'no-store').send({ code: 'not_found', message: 'Not found.' });
}

function translate(error: FastifyError | Error): Problem {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = fastifyRefusals[code];
  if (known) return new Problem(...known);
  if (error instanceof SyntaxError) return new Problem('invalid_input', "The request body isn't valid JSON.");
  if (
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  ) {
    return new Problem('invalid_input', "The request couldn't be read.");
  }
  // The limit of a statement, or others wanted the same rows again and again: nothing is broken.
  if (code === '57014' || isConflict(error)) {
    const message = 'This took too long. Narrow your selection or try again in a moment.';
    return new Problem('overloaded', message, { retryAfter: 5 });
  }
  if (isDatabaseAway(error, code)) {
    return new Problem('unavailable', 'The service is restarting. Please try again in a moment.', { retryAfter: 5 });
  }
  return new Problem('failed', 'An unexpected error occurred');
}

/** Disk or memory of the database; too many connections are of the same class, and no news for the operator. */
const isShortOfSpace = (error: Error): boolean => 'code' in error && (error.code === '53100' || error.code === '53200');

/** Refused or cut connections (class 08), shortage (class 53), shutdown (57P0x), and the driver's own timeouts. */
function isDatabaseAway(error: Error, code: string): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code) ||
    code.startsWith('08') ||
    code.startsWith('53') ||
    /connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/i.test(
      error.message,
    )
  );
}
