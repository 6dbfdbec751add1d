import { keepCustomer } from '../../apps/server/src/features/billing/queries.ts';
import { lookAgain } from '../../apps/server/src/features/billing/jobs.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { enqueue } from '../../apps/server/src/platform/jobs/job.ts';
import { fakeStripeControl } from '../../apps/server/test/fake-stripe/control-client.ts';
import { clientOf, incomplete, intentIn } from '../../apps/server/test/fake-stripe/test-client.ts';

/** The Stripe of the demo: our own, on this machine. */
export type DemoStripe = { url: string; secretKey: string; prices: { core: string; plus: string } };

/** Who pays for what. */
type Buyer = { organizationId: string; name: string; email: string; plan: 'core' | 'plus' };

/** Days of invoices; the fake begins its clock as many days ago. */
export const paidDays = 92;

/** Plans that were bought three months ago and paid since, so that Billing has something to show. */
export async function makeSubscriptions(
  database: Database,
  { url, secretKey, prices }: DemoStripe,
  buyers: readonly Buyer[],
): Promise<void> {
  const stripe = clientOf({ url, secretKey });
  for (const { organizationId, name, email, plan } of buyers) {
    const customer = await stripe.customers.create({ name, email });
    const subscription = await stripe.subscriptions.create(incomplete(customer.id, prices[plan]));
    await stripe.paymentIntents.confirm(intentIn(subscription), { payment_method: 'pm_card_visa' });
    await keepCustomer({ db: database.tenant({ organizationId }), organizationId }, customer.id);
  }
  await fakeStripeControl(url).advance(paidDays * 86_400);
  // What was reported meanwhile found nobody at home: the web app starts last.
  for (const { organizationId } of buyers)
    await enqueue({ db: database.tenant({ organizationId }), organizationId }, lookAgain, {});
}
