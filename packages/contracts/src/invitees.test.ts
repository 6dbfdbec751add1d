import { expect, test } from 'vitest';
import { Invitees, readInvitees } from './invitees.ts';

test.each([
  ['lines', 'ann@a.example\nbob@b.example', ['ann@a.example', 'bob@b.example']],
  ['lines of Windows', 'ann@a.example\r\nbob@b.example\r\n', ['ann@a.example', 'bob@b.example']],
  [
    'commas and semicolons',
    'ann@a.example, bob@b.example;cy@c.example',
    ['ann@a.example', 'bob@b.example', 'cy@c.example'],
  ],
  ['names', 'Ann Lee <Ann@A.example>, "Raman, Priya" <priya@a.example>', ['ann@a.example', 'priya@a.example']],
  [
    'a quote that stays open',
    '"Ann <ann@a.example>\nbob@b.example, cy@c.example',
    ['ann@a.example', 'bob@b.example', 'cy@c.example'],
  ],
  ['the same address twice', 'ann@a.example, ANN@a.example', ['ann@a.example']],
  ['what is no address, as it was typed', 'Ann Lee\nbob@', ['Ann Lee', 'bob@']],
  ['nothing', ' \n , ;\n', []],
])('reads %s', (_what, text, found) => {
  expect(readInvitees(text)).toEqual(found);
});

test('what is sent twice counts once, and 50 are the most', () => {
  const many = Array.from({ length: 51 }, (_, at) => `p${at}@a.example`);

  expect(Invitees.parse(['Ann@a.example', ' ann@a.example', 'Ann'])).toEqual(['ann@a.example', 'Ann']);
  expect(Invitees.safeParse(many.slice(1)).success).toBe(true);
  expect(Invitees.safeParse(many).error?.issues[0]?.message).toBe('Enter up to 50 email addresses');
});
