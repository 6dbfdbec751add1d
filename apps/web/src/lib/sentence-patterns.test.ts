import fc from 'fast-check';
import { expect, test } from 'vitest';
import spanish from '../locales/es/sentences.json';
import { translateFrom } from './sentence-patterns.ts';

const texts = {
  'Use at most {{count}} characters': 'Use como máximo {{count}} caracteres',
  'Your plan includes up to {{count}} contacts.': 'Su plan incluye hasta {{count}} contactos.',
  '{{label}} is longer than {{count}} characters': '{{label}} tiene más de {{count}} caracteres',
  'First name': 'El nombre',
  'Row {{row}}: {{sentence}}': 'Fila {{row}}: {{sentence}}',
  '"{{ {{tag}} }}" isn\'t valid.': '«{{ {{tag}} }}» no es válido.',
};
const inSpanish = (sentence: string) => translateFrom(texts, sentence, 'es');

test.each([
  ['Use at most 120 characters', 'Use como máximo 120 caracteres'],
  ['Your plan includes up to 25,000 contacts.', 'Su plan incluye hasta 25.000 contactos.'],
  ['Row 3: First name is longer than 100 characters', 'Fila 3: El nombre tiene más de 100 caracteres'],
  ['"{{ first name }}" isn\'t valid.', '«{{ first name }}» no es válido.'],
  ['Something nobody translated', 'Something nobody translated'],
])('%s', (english, expected) => {
  expect(inSpanish(english)).toBe(expected);
});

test('what a person typed is carried over to the letter, and never looked up', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (typed) => {
      expect(inSpanish(`"{{ ${typed} }}" isn't valid.`)).toBe(`«{{ ${typed} }}» no es válido.`);
    }),
  );
});

test('sentences of the server with something in them are found in the real texts', () => {
  const refused = translateFrom(spanish, "This can't be done while the campaign is completed.", 'es');

  expect(refused).not.toMatch(/campaign|completed/);
});
