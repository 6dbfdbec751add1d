// The fake as a process of its own: node serve.ts --port 4010 --webhook http://... --secret whsec_... --state state.json
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startFakeStripe } from './start-fake-stripe.ts';
import type { State } from './state.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env['FAKE_STRIPE_PORT'] ?? '0' },
    webhook: { type: 'string', default: process.env['FAKE_STRIPE_WEBHOOK_URL'] ?? '' },
    secret: { type: 'string', default: process.env['FAKE_STRIPE_WEBHOOK_SECRET'] ?? 'whsec_fake' },
    /** Read at the start if it is there, and written after every request. */
    state: { type: 'string', default: process.env['FAKE_STRIPE_STATE'] ?? '' },
    /** In seconds; a demo begins in the past and moves the clock on, so that it has a history. */
    'starts-at': { type: 'string', default: process.env['FAKE_STRIPE_STARTS_AT'] ?? '' },
  },
});
const { port, webhook, secret, state: path } = values;
const startsAt = values['starts-at'];

let written = '';
function keep(state: State): void {
  const json = JSON.stringify(state);
  if (json === written) return;
  written = json;
  writeFileSync(`${path}.new`, json);
  renameSync(`${path}.new`, path);
}

const fake = await startFakeStripe({
  port: Number(port),
  ...(webhook !== '' && { webhook: { url: webhook, secret } }),
  ...(startsAt !== '' && { startsAt: Number(startsAt) }),
  ...(path !== '' && { onChange: keep }),
  ...(path !== '' && existsSync(path) && { state: JSON.parse(readFileSync(path, 'utf8')) as State }),
});
process.stdout.write(`Fake Stripe ready on ${fake.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
