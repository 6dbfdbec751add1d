import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOfVcards } from './vcard.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

test('contacts of a phone become rows', () => {
  const text = card(
    'VERSION:3.0',
    'N:Keller;Ann;;;',
    'FN:Ann Keller',
    'item1.EMAIL;type=INTERNET:old@example.com',
    'EMAIL;type=INTERNET;type=pref:ann.keller@exam',
    ' ple.com',
    'TEL;type=CELL:+1 503 555 0107',
    'ORG:Maple\\, Rye \\& Sons;Bakery',
    'BDAY:19600110',
    'CATEGORIES:Bread club,VIP',
    'NOTE:one\\ntwo',
  );

  expect(rowsOfVcards(text)).toEqual([
    ['Email', 'First Name', 'Last Name', 'Phone', 'Company', 'Birthday', 'Tags'],
    [
      'ann.keller@example.com',
      'Ann',
      'Keller',
      '+1 503 555 0107',
      'Maple, Rye \\& Sons',
      '1960-01-10',
      'Bread club; VIP',
    ],
  ]);
});

test('version 4.0 with addresses of the web, quoted parameters and a name alone is read too', () => {
  const text = card(
    'VERSION:4.0',
    'FN:Milo',
    'EMAIL:mailto:milo@example.com',
    'TEL;VALUE=uri;LABEL="a:b":tel:+15035550126',
    'BDAY:--0110',
  );

  expect(rowsOfVcards(text)[1]).toEqual(['milo@example.com', 'Milo', '', '+15035550126', '', '', '']);
});

test('a file without a card is refused', () => {
  for (const text of ['', 'email\na@b.co', 'BEGIN:VCARD\nFN:never ended', 'BEGIN:VCALENDAR\nEND:VCALENDAR'])
    expect(() => rowsOfVcards(text)).toThrow(expect.objectContaining({ fault: 'foreign' }));
});

test('any text between the lines gives rows of seven cells', () => {
  const line = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(':', ';', '\\', ',', '"', '\n', ' ', 'N', 'EMAIL') }),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const row of rowsOfVcards(card('VERSION:3.0', ...lines))) expect(row).toHaveLength(7);
    }),
  );
});
