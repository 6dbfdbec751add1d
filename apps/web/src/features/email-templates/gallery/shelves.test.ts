import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { expect, test } from 'vitest';
import { categoriesOf, shelved } from './shelves.ts';

const template = (name: string, category: string, scope: EmailTemplateSummary['scope'] = 'built-in') =>
  ({ name, category, scope, description: '', subject: '' }) as EmailTemplateSummary;
const items = [template('Événement', 'events'), template('Offer', 'sales'), template('Mine', 'Zoo', 'client')];
const names = (...asked: [Parameters<typeof shelved>[1], string]) => shelved(items, ...asked).map(({ name }) => name);

test('templates are found by category, by owner and by words without accents', () => {
  expect(names({ kind: 'all' }, 'evenement')).toEqual(['Événement']);
  expect(names({ kind: 'own' }, '')).toEqual(['Mine']);
  expect(names({ kind: 'category', category: 'sales' }, '')).toEqual(['Offer']);
  expect(names({ kind: 'category', category: 'sales' }, 'mine')).toEqual([]);
});

test('categories come in their order with how many they have', () => {
  expect(categoriesOf(items)).toEqual([
    { category: 'sales', count: 1 },
    { category: 'events', count: 1 },
    { category: 'Zoo', count: 1 },
  ]);
});
