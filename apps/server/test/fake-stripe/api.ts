import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from './account.ts';
import { customerEndpoints } from './customer-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import type { Hash } from './form-body.ts';
import type { Answer, IdempotencyKeys } from './idempotency.ts';
import { invoiceEndpoints } from './invoice-endpoints.ts';
import { paymentEndpoints } from './payment-endpoints.ts';
import { newId } from './state.ts';
import { StripeFailure } from './stripe-error.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';

export const endpoints: readonly Endpoint[] = [
  ...customerEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
];

export type ApiRequest = { method: string; path: string; headers: IncomingHttpHeaders; params: Hash };
export type ApiAnswer = Answer & { headers: Record<string, string> };
type Api = { account: Account; keys: IdempotencyKeys; secretKey: string };

/** Answers one request of the SDK. `before` waits as long as a fault says, with the key in use. */
export async function answerApi(api: Api, request: ApiRequest, before: () => Promise<void>): Promise<ApiAnswer> {
  const requestId = newId('req', 7);
  const key = String(request.headers['idempotency-key'] ?? '');
  const headers: Record<string, string> = { 'request-id': requestId, ...(key && { 'idempotency-key': key }) };
  const version = request.headers['stripe-version'];
  if (typeof version === 'string') headers['stripe-version'] = version;
  try {
    assertHeaders(request.headers, api.secretKey);
    const { run, id } = prepare(request);
    // Keys mean nothing where nothing is made.
    if (key === '' || request.method !== 'POST') {
      await before();
      return { ...perform(api, () => run(api.account, id), { id: requestId, idempotency_key: null }), headers };
    }
    const stored = api.keys.begin(key, JSON.stringify([request.path, request.params]));
    if (stored) return { ...stored, headers: { ...headers, 'idempotent-replayed': 'true' } };
    await before();
    const answer = perform(api, () => run(api.account, id), { id: requestId, idempotency_key: key });
    api.keys.end(key, answer);
    return { ...answer, headers };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: error.body(requestId), headers };
  }
}

function prepare({ method, path, params }: ApiRequest) {
  for (const endpoint of endpoints) {
    const [matched, id = ''] = endpoint.path.exec(path) ?? [];
    if (matched && endpoint.method === method) return { run: endpoint.prepare(params), id: decodeURIComponent(id) };
  }
  throw new StripeFailure(404, `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`);
}

/** Answers, also of refusals, are kept for the key once the work began. */
function perform({ account }: Api, work: () => object, request: NonNullable<Account['request']>): Answer {
  account.request = request;
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: error.body(request.id ?? '') };
  } finally {
    account.request = null;
  }
}

function assertHeaders(headers: IncomingHttpHeaders, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) throw new StripeFailure(401, 'You did not provide an API key.');
  if (given.startsWith('pk_')) {
    throw new StripeFailure(403, 'This API call cannot be made with a publishable API key. Use a secret API key.', {
      code: 'secret_key_required',
    });
  }
  const isSame = given.length === secretKey.length && timingSafeEqual(Buffer.from(given), Buffer.from(secretKey));
  if (!isSame) throw new StripeFailure(401, `Invalid API Key provided: ${given.slice(0, 8)}***`);
  if (!headers['stripe-version']) throw new StripeFailure(400, 'The fake wants a Stripe-Version with every request.');
}
