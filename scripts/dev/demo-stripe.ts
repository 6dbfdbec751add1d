import { fakePrices } from '../../apps/server/test/fake-stripe/state.ts';
import { publishableKey, secretKey } from '../../apps/server/test/fake-stripe/keys.ts';
import { paidDays } from '../demo/subscriptions.ts';

const webhookSecret = 'whsec_of_the_demo';

type Place = { port: number; publicUrl: string; stateFile: string };

/** How the fake Stripe of the demo is started, and what the server has to know of it. */
export function demoStripe({ port, publicUrl, stateFile }: Place) {
  const url = `http://127.0.0.1:${port}`;
  const startsAt = Math.floor(Date.now() / 1_000) - paidDays * 86_400;
  return {
    url,
    secretKey,
    prices: fakePrices,
    args: [
      'apps/server/test/fake-stripe/serve.ts',
      `--port=${port}`,
      `--state=${stateFile}`,
      `--starts-at=${startsAt}`,
      `--webhook=${publicUrl}/api/stripe/webhook`,
      `--secret=${webhookSecret}`,
    ],
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
      STRIPE_SCRIPT_URL: `${url}/card.js`,
      STRIPE_PRICE_CORE: fakePrices.core,
      STRIPE_PRICE_PLUS: fakePrices.plus,
      STRIPE_PRICE_SYSTEM: fakePrices.system,
      SALES_EMAIL: 'sales@waggle.example',
    },
  };
}
