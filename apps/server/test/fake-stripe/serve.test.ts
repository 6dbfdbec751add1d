import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fakeStripeControl } from './control-client.ts';
import { startFakeStripe } from './start-fake-stripe.ts';
import { clientOf, day, incomplete } from './test-client.ts';

/** Starts the process and waits for its ready line. */
async function serve(...args: string[]) {
  const entry = fileURLToPath(new URL('serve.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /^Fake Stripe ready on (http:\S+)$/.exec(line)?.[1] ?? '';
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, stop, control: fakeStripeControl(url) };
}

test('as a process it is controlled over HTTP, and remembers its state over restarts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fake-stripe-'));
  const state = join(folder, 'state.json');
  const like = await startFakeStripe();
  await like.close();

  const first = await serve('--state', state, '--starts-at', '1700000000');
  const stripe = clientOf({ ...like, url: first.url });
  const customer = await stripe.customers.create({ email: 'kept@example.com' });
  await first.control.storeCard(customer.id, '4242424242424242');
  const { payment_behavior: _, ...params } = incomplete(customer.id, like.prices.core);
  await stripe.subscriptions.create(params);
  await first.control.advance(100 * day);
  const events = await first.control.events();
  await expect(first.control.deliver([7])).rejects.toThrow(/no held event/);
  await first.stop();
  const second = await serve('--state', state);
  const invoices = await clientOf({ ...like, url: second.url }).invoices.list({
    customer: customer.id,
    status: 'paid',
  });
  const now = await second.control.now();
  await second.stop();
  rmSync(folder, { recursive: true });

  expect(events[0]).toMatchObject({ type: 'customer.created', created: expect.closeTo(1_700_000_000, -2) });
  expect(invoices.data).toHaveLength(4);
  expect(now).toBeGreaterThanOrEqual(1_700_000_000 + 100 * day);
});
