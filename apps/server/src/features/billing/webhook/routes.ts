import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '#platform/http/serve.ts';
import type { Billing } from '../parts.ts';
import { StripeEvent, takeEvent } from './take-event.ts';

/** Bytes; an invoice with many lines has some ten thousand. */
const bodyLimit = 512 * 1_024;
/** Seconds a signature is believed. */
const tolerance = 300;
export const webhookPath = '/api/stripe/webhook';

/**
 * Where Stripe reports. The signature is over the bytes as they came, so they are read as they are; the address looks at no
 * cookie. An error lets Stripe come again, for three days.
 */
export function serveWebhook({ app, database }: Mount, { stripe, config, log }: Billing): void {
  async function take(request: FastifyRequest, reply: FastifyReply) {
    const signature = request.headers['stripe-signature'];
    if (!stripe || config.STRIPE_WEBHOOK_SECRET === '' || typeof signature !== 'string') return reply.code(400).send();
    let event: StripeEvent;
    try {
      const body = request.body as Buffer;
      const signed = await stripe.webhooks.constructEventAsync(
        body,
        signature,
        config.STRIPE_WEBHOOK_SECRET,
        tolerance,
      );
      event = StripeEvent.parse(signed);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unreadable' }, 'a report of Stripe is refused');
      return reply.code(400).send();
    }
    return reply.code(200).send({ outcome: await takeEvent(database, event) });
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: 'POST', url: webhookPath, config: { strangers: true } as object, bodyLimit, handler: take });
  });
}
