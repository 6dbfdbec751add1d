import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeColumns } from './columns.ts';

const fields = [
  { key: 'shoe_size', label: 'Shoe size', type: 'number', options: [] },
  { key: 'constructor', label: 'Builder', type: 'text', options: [] },
];
const guessOf = (header: string) => describeColumns([[header]], fields)[0]?.guess;

describe('B04 the headers of a file', () => {
  test.each([
    ['email', 'email'],
    ['E-Mail', 'email'],
    ['EMAIL ADDRESS', 'email'],
    ['email_address', 'email'],
    ['Correo electrónico', 'email'],
    ['Courriel', 'email'],
    ['Adresse e-mail', 'email'],
    ['firstname', 'firstName'],
    ['first_name', 'firstName'],
    ['First Name', 'firstName'],
    ['  FIRST   name ', 'firstName'],
    ['Nombre', 'firstName'],
    ['Prénom', 'firstName'],
    ['lastname', 'lastName'],
    ['last_name', 'lastName'],
    ['Last name', 'lastName'],
    ['Apellidos', 'lastName'],
    ['Nom de famille', 'lastName'],
    ['Name', 'fullName'],
    ['Full name', 'fullName'],
    ['Nombre completo', 'fullName'],
    ['Nom complet', 'fullName'],
    ['phone', 'phone'],
    ['phone_number', 'phone'],
    ['Phone Number', 'phone'],
    ['Teléfono', 'phone'],
    ['Téléphone', 'phone'],
    ['Company', 'company'],
    ['company_name', 'company'],
    ['Organisation', 'company'],
    ['Organization', 'company'],
    ['Account', 'company'],
    ['Employer', 'company'],
    ['Société', 'company'],
    ['Entreprise', 'company'],
    ['Empresa', 'company'],
    ['time zone', 'timeZone'],
    ['TimeZone', 'timeZone'],
    ['tz', 'timeZone'],
    ['Zona horaria', 'timeZone'],
    ['Fuseau horaire', 'timeZone'],
    ['Tags', 'tags'],
    ['Etiquetas', 'tags'],
    ['Étiquettes', 'tags'],
    ['Source', 'source'],
    ['Created Date', 'createdAt'],
    ['created_at', 'createdAt'],
    ['Fecha de creación', 'createdAt'],
    ['__proto__', 'skip'],
    ['toString', 'skip'],
    ['hasOwnProperty', 'skip'],
    ['🐝', 'skip'],
    ['البريد', 'skip'],
    ['', 'skip'],
    ['x'.repeat(10_000), 'skip'],
    ['email2', 'skip'],
    ['ｅｍａｉｌ', 'email'],
  ])('%.30s is %s', (header, to) => {
    expect(guessOf(header)).toEqual({ to });
  });

  test('an organization that has a field of its own for companies keeps them there', () => {
    const own = [{ key: 'company', label: 'Company', type: 'text', options: [] }];
    expect(describeColumns([['Company', 'Employer']], own).map(({ guess }) => guess)).toEqual([
      { to: 'custom', key: 'company' },
      { to: 'skip' },
    ]);
  });

  test('a custom field is known by its label and by its key', () => {
    expect(guessOf('SHOE SIZE')).toEqual({ to: 'custom', key: 'shoe_size' });
    expect(guessOf('builder')).toEqual({ to: 'custom', key: 'constructor' });
    expect(guessOf('constructor')).toEqual({ to: 'custom', key: 'constructor' });
  });

  test('of two headers for one thing only the first is guessed', () => {
    const columns = describeColumns([['email', 'E-Mail', 'phone', 'Tel']], fields);

    expect(columns.map(({ guess }) => guess.to)).toEqual(['email', 'skip', 'phone', 'skip']);
  });

  test('a full name is not split beside a first or a last name', () => {
    const columns = describeColumns([['Name', 'email', 'Last name']], fields);

    expect(columns.map(({ guess }) => guess.to)).toEqual(['skip', 'email', 'lastName']);
  });

  test('samples are the first three values that are not empty', () => {
    const rows = [['email'], [''], ['a'], [' '], ['b'], ['c'], ['d']];

    expect(describeColumns(rows, fields)[0]?.samples).toEqual(['a', 'b', 'c']);
  });

  test('500 headers of any letters are shown and never break', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 8 }), (headers) => {
        const columns = describeColumns([headers, headers], fields);

        expect(columns).toHaveLength(headers.length);
        for (const { header, samples } of columns) {
          expect(header.length).toBeLessThanOrEqual(200);
          expect([header, ...samples].every((text) => text.isWellFormed())).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
