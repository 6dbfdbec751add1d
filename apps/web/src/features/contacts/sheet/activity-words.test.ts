import type { ContactActivity } from '@waggle/contracts/contacts';
import { expect, test } from 'vitest';
import { moneyOf } from '#lib/money.ts';
import english from '../locales/en/contacts.json';
import { activityDetail, amountIn, eventName, sentenceKey } from './activity-words.tsx';

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

test.each([
  'event.trial.started',
  'segment.entered',
  'topic.opted_out',
  'topic.opted_in',
  'segment.left',
  'automation.entered',
  'automation.completed',
  'automation.goal',
  'automation.left',
])('%s is told in words', (type) => {
  const key = sentenceKey(type)?.replace('activity.', '');

  expect(english.activity[key as keyof typeof english.activity]).toContain('{{subject}}');
  expect(eventName('event.trial.started')).toBe('trial.started');
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

test('a click says which link it was, as short as it tells links apart', () => {
  const words = ((key: string, values: { url: string }) => `${key} ${values.url}`) as never;
  const click = (data: object) => activityDetail({ type: 'email.clicked', data } as ContactActivity, words);

  expect(click({ linkNo: 2, url: 'https://bakery.test/club/' })).toBe('activity.link bakery.test/club');
  expect(click({ linkNo: 2, url: `https://bakery.test/${'x'.repeat(200)}` })).toHaveLength(114);
  expect(click({ linkNo: 2 })).toBeUndefined();
});
