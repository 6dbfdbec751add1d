import { contactAddress } from '@waggle/contracts/fields';
import { createContact } from '@waggle/contracts/contacts';
import { ImportPlan } from '@waggle/contracts/imports';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardCell } from '../../export/formula-guard.ts';
import { joinTags } from '../../export/tag-list.ts';
import { AddressSet } from './address-set.ts';
import { compileRows, isRefused } from './row.ts';

const fields = [
  { key: 'size', label: 'Size', type: 'number', options: [] },
  { key: 'born', label: 'Born', type: 'date', options: [] },
  { key: 'vip', label: 'Vip', type: 'boolean', options: [] },
  { key: 'plan', label: 'Plan', type: 'choice', options: ['Gold', 'Silver'] },
  { key: 'note', label: 'Note', type: 'text', options: [] },
];
const columns = [
  { to: 'email' },
  { to: 'firstName' },
  { to: 'lastName' },
  { to: 'phone' },
  { to: 'tags' },
  { to: 'source' },
  { to: 'createdAt' },
  ...fields.map(({ key }) => ({ to: 'custom', key })),
];
const plan = ImportPlan.parse({ columns, fixes: [{ row: 9, email: 'fixed@bee.example' }] });
const prepare = compileRows(plan, fields, 'UTC');
const a = 'a@bee.example';
const at = (column: number, cell: string) => [a, ...Array.from({ length: column - 1 }, () => ''), cell];

describe('B05 the content of a row', () => {
  test.each([
    ['a formula in a name stays text', at(1, '=1+1'), { firstName: '=1+1' }],
    ['our guard is taken away', at(1, "'=1+1"), { firstName: '=1+1' }],
    ['one of two guards is taken away', at(1, "''=1+1"), { firstName: "'=1+1" }],
    ['a guard in front of a space and a formula', at(1, "' =1"), { firstName: '=1' }],
    ['a guard in front of a full-width sign', at(1, "'＝1"), { firstName: '＝1' }],
    ['an apostrophe that guards nothing stays', at(1, "'Ana"), { firstName: "'Ana" }],
    ["O'Neil stays", at(2, "O'Neil"), { lastName: "O'Neil" }],
    ['a guarded address', ["'+a@bee.example"], { email: '+a@bee.example' }],
    ['spaces around', [` ${a} `, '  Ana '], { email: a, firstName: 'Ana' }],
    ['capitals are kept and folded', ['Ana@Bee.Example'], { email: 'Ana@Bee.Example', folded: 'ana@bee.example' }],
    ['a plus tag is another address', ['a+b@bee.example'], { folded: 'a+b@bee.example' }],
    ['dots are another address', ['a.b@bee.example'], { folded: 'a.b@bee.example' }],
    ['an empty name is nothing', at(1, '   '), { firstName: null }],
    ['a name of 100 letters', at(1, 'x'.repeat(100)), { firstName: 'x'.repeat(100) }],
    ['a guarded number', at(3, "'+1 212 555 0123"), { phone: '+1 212 555 0123', phoneE164: '+12125550123' }],
    ['a number behind 00', at(3, '0034 912 345 678'), { phoneE164: '+34912345678' }],
    ['a local number says no country', at(3, '912 345 678'), { phone: '912 345 678', phoneE164: null }],
    ['letters as a number', at(3, '+CALL ME'), { phone: '+CALL ME', phoneE164: null }],
    ['tags', at(4, 'a; b;;a ; c\\;d'), { tags: ['a', 'b', 'c;d'] }],
    ['a known source', at(5, 'Form'), { source: 'form' }],
    ['a foreign source', at(5, 'Facebook'), { source: null }],
    ['a day', at(6, '2024-02-29'), { createdAt: '2024-02-29T00:00:00.000Z' }],
    ['a time', at(6, '2024-02-29 10:00'), { createdAt: '2024-02-29T10:00:00.000Z' }],
    ['a number field', at(7, '1,5'), { attributes: { size: 1.5 } }],
    ['a date field', at(8, '2020-01-31T10:00:00Z'), { attributes: { born: '2020-01-31' } }],
    ['a yes', at(9, 'Oui'), { attributes: { vip: true } }],
    ['a choice', at(10, 'gold'), { attributes: { plan: 'Gold' } }],
    ['a text field', at(11, '🐝'), { attributes: { note: '🐝' } }],
  ])('%s', (_, cells, expected) => {
    expect(prepare(cells, 1)).toMatchObject(expected);
  });

  test.each([
    ['no address', [''], 'Row 1: Invalid email address'],
    ['a word', ['ana'], 'Row 1: Invalid email address "ana"'],
    ['two addresses', [`${a}, b@bee.example`], `Row 1: Invalid email address "${a}, b@bee.example"`],
    ['letters beyond ASCII', ['añа@bee.example'], 'Row 1: Invalid email address "añа@bee.example"'],
    ['a line break in the address', [`${a}\nbcc:x@y.example`], `Row 1: Invalid email address "${a}\nbcc:x@y.example"`],
    ['a long name', at(1, 'x'.repeat(101)), 'Row 1: First name is longer than 100 characters'],
    ['a name in two lines', at(2, 'a\nb'), 'Row 1: Last name has line breaks or control characters'],
    ['a long number', at(3, '1'.repeat(41)), 'Row 1: Phone number is longer than 40 characters'],
    ['a long tag', at(4, 'x'.repeat(61)), 'Row 1: A tag is longer than 60 characters'],
    ['a day that does not exist', at(6, '2023-02-29'), 'Row 1: Created date must be a date like 2026-01-31'],
    ['a day in the future', at(6, '2999-01-01'), 'Row 1: Created date must be a date like 2026-01-31'],
    ['no number', at(7, 'ten'), `Row 1: "Size" isn't valid`],
    ['no choice', at(10, 'Bronze'), `Row 1: "Plan" isn't valid`],
  ])('%s is refused', (_, cells, message) => {
    expect(prepare(cells, 1)).toMatchObject({ kind: 'invalid', message });
  });

  test('an address corrected in the review counts', () => {
    expect(prepare(['nonsense'], 9)).toMatchObject({ email: 'fixed@bee.example' });
  });

  test('1,000 rows are judged as the call that creates one contact would', () => {
    const letters = ['a', 'B', '.', '@', '-', ' ', '\t', '\u0000', 'é', "'", '=', '+', '\n', '🐝'];
    const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength });
    const address = fc.oneof(
      word(12),
      fc.tuple(word(6), word(6)).map(([name, host]) => `${name}@${host}.example`),
      fc.emailAddress(),
    );
    fc.assert(
      fc.property(address, word(12), fc.constantFrom('', '1'.repeat(41), '+1', ' 5 '), (email, name, phone) => {
        const ours = prepare([guardCell(email), guardCell(name), '', guardCell(phone)], 1);
        const theirs = createContact.body.safeParse({ email, firstName: name, phone });

        expect(isRefused(ours)).toBe(!theirs.success);
        if (isRefused(ours) || !theirs.success) return;
        expect(ours.email).toBe(contactAddress().parse(email));
        expect(ours.firstName ?? '').toBe(theirs.data.firstName);
      }),
      { numRuns: 1_000 },
    );
  });

  test('tags of any names survive the way out and back in', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ';', '\\', ' ', "'", '=', 'é'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(name.map((text) => text.trim()).filter(Boolean), { minLength: 1, maxLength: 5 }),
        (names) => {
          expect(prepare([a, '', '', '', guardCell(joinTags(names))], 1)).toMatchObject({ tags: names });
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('a set of addresses knows each of 200,000 exactly once, in a few megabytes', () => {
  const set = new AddressSet('an import');
  const added = (address: string) => set.add(address);
  const addresses = Array.from({ length: 200_000 }, (_, number) => `p${number}@house${number % 97}.example`);

  expect(addresses.every(added)).toBe(true);
  expect(addresses.some(added)).toBe(false);
});
