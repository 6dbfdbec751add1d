import type Stripe from 'stripe';

type Details = {
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: Stripe.PaymentIntent;
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
};

/** An answer that is not 2xx, in the body that Stripe gives it. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(requestId: string): unknown {
    const { type = 'invalid_request_error', ...rest } = this.details;
    return {
      error: {
        type,
        message: this.message,
        ...rest,
        request_log_url: `https://dashboard.stripe.com/logs/${requestId}`,
      },
    };
  }
}

/** Stripe answers 404 for an id in the path, and 400 for one among the parameters. */
export const missing = (kind: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

export const refused = (message: string, details: Details = {}): StripeFailure =>
  new StripeFailure(400, message, details);
