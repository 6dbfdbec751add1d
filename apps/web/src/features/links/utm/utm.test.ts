import { expect, test } from 'vitest';
import { readUtm, writeUtm } from './utm.ts';

const none = { source: '', medium: '', campaign: '', term: '', content: '' };

test.each([
  ['https://example.com', 'https://example.com?utm_source=poster'],
  ['https://example.com/menu?table=4', 'https://example.com/menu?table=4&utm_source=poster'],
  ['https://example.com/menu?', 'https://example.com/menu?utm_source=poster'],
  ['https://example.com/menu#drinks', 'https://example.com/menu?utm_source=poster#drinks'],
  ['https://example.com/#/app?tab=1', 'https://example.com/?utm_source=poster#/app?tab=1'],
])('%s becomes %s', (address, tagged) => {
  expect(writeUtm(address, { ...none, source: 'poster' })).toBe(tagged);
});

test('a parameter that is there already is replaced and never doubled', () => {
  const address = 'https://example.com/?utm_source=old&UTM_Source=older&utm_medium=print#top';

  expect(writeUtm(address, { ...readUtm(address), source: 'poster' })).toBe(
    'https://example.com/?utm_source=poster&utm_medium=print#top',
  );
});

test('what others put into the address stays to the letter', () => {
  const address = 'https://example.com/?q=a+b%20c&empty=&flag&utm_id=7&bad=%E0%A4%A';

  expect(writeUtm(address, { ...none, term: 'né & co' })).toBe(
    'https://example.com/?q=a+b%20c&empty=&flag&utm_id=7&bad=%E0%A4%A&utm_term=n%C3%A9%20%26%20co',
  );
});

test('what was written is read again, and emptied fields leave the address', () => {
  const utm = { source: 'poster', medium: 'qr code', campaign: 'spring=sale', term: '100%', content: 'a#b' };
  const tagged = writeUtm('https://example.com/menu', utm);

  expect(readUtm(tagged)).toEqual(utm);
  expect(writeUtm(tagged, none)).toBe('https://example.com/menu');
});

test('half an address does no harm', () => {
  expect(readUtm('exam')).toEqual(none);
  expect(readUtm('https://x.example/?utm_source=%E0%A4%A')).toMatchObject({ source: '%E0%A4%A' });
});
