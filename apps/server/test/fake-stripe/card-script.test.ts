import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, incomplete, invoiceIn, startHarness } from './test-client.ts';

let fake: Harness;
let browser: Browser;
/** What the shop's page is allowed to load from the fake. */
let policy: (fake: string) => string;
const allowed = (url: string) =>
  `default-src 'none'; script-src ${url} 'unsafe-inline'; frame-src ${url}; connect-src ${url}`;

const shop = createServer((request, response) => {
  const secret = new URL(request.url ?? '', 'http://shop').searchParams.get('secret');
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy(fake.url) });
  response.end(`<!doctype html><main></main><button>Pay</button><output></output><script src="${fake.url}/card.js"></script>
    <script>
      const stripe = Stripe('${fake.publishableKey}');
      const elements = stripe.elements({ clientSecret: '${secret}', appearance: {}, locale: 'en' });
      const element = elements.create('payment', {});
      const say = (text) => (document.querySelector('output').textContent = text);
      element.on('ready', () => say('ready'));
      element.on('change', ({ complete }) => say(complete ? 'complete' : 'incomplete'));
      element.mount(document.querySelector('main'));
      document.querySelector('button').onclick = async () => {
        const confirmParams = { return_url: location.href };
        const { paymentIntent, error } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
        say(paymentIntent?.status ?? error.type + ' ' + error.code + ' ' + error.message);
      };
    </script>`);
});

beforeAll(async () => {
  fake = await startHarness();
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await fake.close();
  await new Promise((resolve) => shop.close(resolve));
});

async function openShop(): Promise<{ page: Page; subscription: string }> {
  const customer = await fake.stripe.customers.create();
  const created = await fake.stripe.subscriptions.create(incomplete(customer.id, fake.prices.core));
  const secret = invoiceIn(created).confirmation_secret!.client_secret;
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/?secret=${secret}`);
  return { page, subscription: created.id };
}

async function pay(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry').fill('12 / 40');
  await frame.getByLabel('CVC').fill('123');
  await expect.poll(() => page.locator('output').textContent()).toBe('complete');
  await page.getByRole('button', { name: 'Pay' }).click();
}

test('a card is typed into a frame of the fake: declined, and then paid with another one', async () => {
  policy = allowed;
  const { page, subscription } = await openShop();
  const said = () => page.locator('output').textContent();
  await expect.poll(said).toBe('ready');

  await pay(page, '4000000000009995');
  await expect.poll(said).toBe('card_error card_declined Your card has insufficient funds.');
  await pay(page, '4242 4242 4242 4242');
  await expect.poll(said).toBe('succeeded');

  const after = await fake.stripe.subscriptions.retrieve(subscription, { expand: ['default_payment_method'] });
  expect(after).toMatchObject({
    status: 'active',
    default_payment_method: { card: { exp_month: 12, exp_year: 2_040 } },
  });
});

test('a page whose policy allows no frame of it shows no card fields', async () => {
  policy = (url) => allowed(url).replace(/frame-src [^;]+; /, '');
  const refused: string[] = [];

  const { page } = await openShop();
  page.on('console', (message) => refused.push(message.text()));
  await page.reload();

  await expect.poll(() => refused.join('\n')).toContain('frame');
  expect(await page.locator('output').textContent()).toBe('');
});
