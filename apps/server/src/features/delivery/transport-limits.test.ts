import { expect, test, vi } from 'vitest';
import { TransportLimits } from './transport-limits.ts';

test('a trial that tells nothing of the server leaves room for the next one', () => {
  const limits = new TransportLimits();
  const ses = { key: 'ses', poolKey: 'ses', maxConnections: 10, maxPerSecond: null, open: () => Promise.reject() };
  limits.begin(ses);
  const meanwhile = limits.mayTry(ses);

  // Withheld: somebody paused the campaign between its claim and its offer.
  limits.end(ses, 0);

  expect([meanwhile, limits.mayTry(ses)]).toEqual([false, true]);
});

test('F32: a clock that is set back does not make a server rest longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    const transportLimits = new TransportLimits();
    const transport = {
      key: 'relay',
      poolKey: 'relay',
      maxConnections: 10,
      maxPerSecond: null,
      open: () => Promise.reject(),
    };
    transportLimits.begin(transport);
    transportLimits.end(transport, 'unknown');
    vi.setSystemTime(Date.now() - 3_600_000);
    const before = transportLimits.mayTry(transport);

    await vi.waitFor(() => expect(transportLimits.mayTry(transport)).toBe(true), { timeout: 2_000 });

    expect(before).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
