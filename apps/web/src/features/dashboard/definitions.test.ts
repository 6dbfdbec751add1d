import { locales } from '@waggle/contracts/fields';
import { type FigureName, figures } from '@waggle/contracts/metrics';
import { expect, test } from 'vitest';

const files = import.meta.glob<Record<string, string>>('./locales/*/metrics.json', { eager: true, import: 'default' });
const names = Object.keys(figures) as FigureName[];

test.each(locales)('every figure says in %s what it counts', (locale) => {
  const sentences = files[`./locales/${locale}/metrics.json`] ?? {};

  expect(names.filter((name) => !sentences[figures[name].definition])).toEqual([]);
});

test('no sentence is left of a figure that is gone', () => {
  const used = new Set<string>(names.map((name) => figures[name].definition));

  const left = Object.keys(files['./locales/en/metrics.json'] ?? {}).filter((key) => !used.has(key));
  // Not a definition: what is said beside one while deliveries are not reported.
  expect(left).toEqual(['estimated']);
});
