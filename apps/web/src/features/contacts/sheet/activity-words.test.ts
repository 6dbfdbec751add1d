import { expect, test } from 'vitest';
import english from '../locales/en/contacts.json';
import { sentenceKey } from './activity-words.tsx';

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
