import type { Account } from './account.ts';
import { isTestCard, newCard } from './cards.ts';
import { confirmIntent, readIntent } from './confirm-intent.ts';
import type { Hash } from './form-body.ts';
import type { Answer } from './idempotency.ts';
import { newId } from './state.ts';
import { refused, StripeFailure } from './stripe-error.ts';

/** What a browser may read of a payment intent. */
const publicFields = ['id', 'object', 'amount', 'currency', 'client_secret', 'status', 'last_payment_error', 'created'];

/** The two calls that the card script makes with the publishable key and the secret of one payment. */
export function answerCardScript(account: Account, path: string, params: Hash, publishableKey: string): Answer {
  try {
    const [, id = '', action] = /^\/v1\/payment_intents\/([^/]+)(\/confirm)?$/.exec(path) ?? [];
    const intent = readIntent(account, id);
    if (params['key'] !== publishableKey) throw new StripeFailure(401, 'Invalid API Key provided.');
    if (params['client_secret'] !== intent.client_secret) {
      throw refused('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
        param: 'client_secret',
      });
    }
    if (action) confirmIntent(account, intent, cardIn(account, params));
    return { status: 200, body: shown(intent) };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: error.body(newId('req', 7)) };
  }
}

const shown = (intent: object): object =>
  Object.fromEntries(Object.entries(intent).filter(([name]) => publicFields.includes(name)));

function cardIn(account: Account, params: Hash) {
  const data = params['payment_method_data'] as { card?: Record<string, string> } | undefined;
  const { number = '', exp_month: month = '', exp_year: year = '' } = data?.card ?? {};
  if (!isTestCard(number)) throw cardFailure('incorrect_number', 'Your card number is incorrect.', 'number');
  const isPast = Date.UTC(Number(year), Number(month)) <= Date.now();
  if (isPast) throw cardFailure('invalid_expiry_year', "Your card's expiration year is in the past.", 'exp_year');
  return newCard(account, { number, expMonth: Number(month), expYear: Number(year) });
}

const cardFailure = (code: string, message: string, param: string): StripeFailure =>
  new StripeFailure(402, message, { type: 'card_error', code, param });
