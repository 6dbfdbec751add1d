import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BillingState } from '@waggle/contracts/billing';
import type { PriceId } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import { type FakeStripe, startFakeStripe } from '../fake-stripe/start-fake-stripe.ts';
import { clientOf } from '../fake-stripe/test-client.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { type Answer, publicUrl, startTestApi, type TestApi } from '../harness/test-api.ts';

export const webhookSecret = 'whsec_of_tests';
export const day = 86_400;

export type BillingScene = {
  api: TestApi;
  fake: FakeStripe;
  stripe: Stripe;
  /** An organization on Lite. */
  admin(): Promise<Person>;
  /** Presses Upgrade and pays with a card, as the browser does. */
  buy(admin: Person, priceId: PriceId, card?: string): Promise<Answer>;
  read(admin: Person): Promise<BillingState>;
  tierOf(admin: Person): Promise<string>;
  customerOf(admin: Person): Promise<string>;
  close(): Promise<void>;
};

type Options = { startsAt?: number; workers?: boolean; env?: Record<string, string> };

/** The whole server with the fake Stripe beside it, whose reports arrive over HTTP. */
export async function startBilling({ startsAt, workers = true, env = {} }: Options = {}): Promise<BillingScene> {
  const fake = await startFakeStripe(startsAt === undefined ? {} : { startsAt });
  const api = await startTestApi({
    workers,
    env: {
      STRIPE_SECRET_KEY: fake.secretKey,
      STRIPE_PUBLISHABLE_KEY: fake.publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: fake.url,
      STRIPE_PRICE_CORE: fake.prices.core,
      STRIPE_PRICE_PLUS: fake.prices.plus,
      STRIPE_PRICE_SYSTEM: fake.prices.system,
      ...env,
    },
  });
  const relay = await startRelay(api);
  await fake.control.setWebhook({ url: relay.url, secret: webhookSecret });
  const stripe = clientOf(fake);

  const customerOf = async ({ user }: Person): Promise<string> => {
    const { rows } = await api.db.owner.query<{ id: string }>(
      'select stripe_customer_id as id from billing_accounts where organization_id = $1',
      [user.organizationId],
    );
    return rows[0]?.id ?? '';
  };
  return {
    api,
    fake,
    stripe,
    admin: () => registerAdmin(api, 'BUSINESS'),
    async buy(admin, priceId, card = 'pm_card_visa') {
      const answer = await admin.request('POST', '/api/stripe/create-subscription', { priceId });
      const secret = answer.body.clientSecret as string | null | undefined;
      if (secret) await stripe.paymentIntents.confirm(secret.split('_secret_')[0]!, { payment_method: card });
      return answer;
    },
    read: async (admin) => (await admin.request('GET', '/api/billing')).body as BillingState,
    tierOf: async (admin) => (await admin.request('GET', '/api/auth/me')).body.subscriptionTier as string,
    customerOf,
    async close() {
      await fake.control.setDelivery('off');
      await relay.close();
      await api.close();
      await fake.close();
    },
  };
}

/** The api of tests has no socket: what the fake reports is handed on as it came. */
async function startRelay({ app }: TestApi): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/stripe/webhook',
        headers: {
          host: new URL(publicUrl).host,
          'content-type': request.headers['content-type'] ?? '',
          'stripe-signature': request.headers['stripe-signature'] ?? '',
        },
        payload: await buffer(request),
      });
      response.writeHead(answer.statusCode).end();
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
