import type { ContactActivity } from '@waggle/contracts/contacts';
import { expect, test } from 'vitest';
import { moneyOf } from '#lib/money.ts';
import english from '../locales/en/contacts.json';
import { amountIn, sentenceKey } from './activity-words.tsx';

/** What the server writes about emails; `email.` and a kind of event, and the line of each accepted one. */
const written = [
  'sent',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'resubscribed',
  'paused',
  'resumed',
];

test.each(written)('D6: email.%s is told in words', (kind) => {
  const key = sentenceKey(`email.${kind}`)?.replace('activity.', '');

  expect(english.activity[key as keyof typeof english.activity]).toMatch(/^[A-Z<]\S+ /);
});

const bought = (data: ContactActivity['data']): ContactActivity => ({
  id: '0197e5a0-0000-7000-8000-0000000000f1',
  type: 'purchase.made',
  subject: null,
  data,
  by: null,
  happenedAt: '2026-05-01T10:00:00.000Z',
});

test('a purchase is told with its amount, in the digits of its currency', () => {
  expect(amountIn(bought({ amount: 4_550, currency: 'USD' }), moneyOf('en'))).toBe('$45.50');
  expect(amountIn(bought({ amount: 500, currency: 'JPY' }), moneyOf('en'))).toBe('¥500');
  expect(amountIn(bought({}), moneyOf('en'))).toBeUndefined();
  expect(english.activity.purchase_made).toContain('{{subject}}');
});
