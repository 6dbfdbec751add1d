import type { CallInput, Endpoint, ReplyOf } from '@waggle/contracts/endpoint';
import type { Problem } from '@waggle/contracts/problem';
import { z } from 'zod';
import { isGuestDocument } from './guest-document.ts';
import { traced } from './traced.ts';

// The content policy forbids eval, which zod would otherwise use to compile schemas.
z.config({ jitless: true });

/** A failed call: `code` for the program, `message` for the person, `fields` for the form. Status 0: no answer came. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor({ code, message, fields }: Problem, status: number) {
    super(message);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.fields = fields ?? {};
  }
}

export const networkProblem = () => new ApiProblem({ code: 'network', message: 'Network error occurred' }, 0);
const unexpectedProblem = (status: number) =>
  new ApiProblem({ code: 'unexpected', message: 'An unexpected error occurred' }, status);

type Parts = {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
  /** A piece of a file. */
  upload?: Blob;
};
type Input<E extends Endpoint> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, signal?: AbortSignal]
    : [input: CallInput<E>, signal?: AbortSignal];

/** Replies are trusted: the server already parsed them by the same contract. */
export async function call<E extends Endpoint>(endpoint: E, ...[input, signal]: Input<E>): Promise<ReplyOf<E>> {
  const parts = (input ?? {}) as Parts;
  const response = await send(addressOf(endpoint.path, parts), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...contentType(parts), ...asGuest },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(parts.upload && { body: parts.upload }),
    ...(signal && { signal }),
  });

  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as ReplyOf<E>;
  return (await readJson(response)) as ReplyOf<E>;
}

/** The server then looks at the cookie of a guest, and at no other. */
const asGuest = isGuestDocument ? { 'waggle-guest': '1' } : {};

function contentType({ body, upload }: Parts): Record<string, string> {
  if (upload) return { 'content-type': 'application/octet-stream' };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

/** For links to files, which the browser itself loads. */
export const addressOfCall = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  addressOf(endpoint.path, input as Parts);

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** What the page shows, as the server is told with each call: it refuses a change that was meant for another client. */
let sight: () => string | undefined = () => undefined;
export const saySight = (read: typeof sight): void => void (sight = read);

type PlainRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** For calls whose answer is no JSON. */
export async function send(address: string, request: PlainRequest): Promise<Response> {
  try {
    const shown = sight();
    const headers = { ...request.headers, ...traced(), ...(shown && { 'waggle-sight': shown }) };
    return await fetch(address, { ...request, headers });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw networkProblem();
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw unexpectedProblem(response.status);
  }
}

export async function readProblem(response: Response): Promise<ApiProblem> {
  const answer = await response.json().catch(() => undefined);
  if (isProblem(answer)) return new ApiProblem(answer, response.status);
  return unexpectedProblem(response.status);
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' &&
  answer !== null &&
  'code' in answer &&
  typeof answer.code === 'string' &&
  'message' in answer &&
  typeof answer.message === 'string';
