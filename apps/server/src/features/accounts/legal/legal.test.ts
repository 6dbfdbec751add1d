import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { readLegalTexts } from './legal-texts.ts';
import { readInlines, readMarkdown } from './markdown.ts';

const folder = mkdtempSync(join(tmpdir(), 'waggle-legal-'));
const file = (name: string) => join(folder, name);
let api: TestApi;
beforeAll(async () => {
  writeFileSync(file('terms.md'), 'date: 2026-05-01\n# Our terms\n\nBe *kind*.\n');
  writeFileSync(file('terms.es.md'), 'date: 2026-05-02\n# Nuestras condiciones\n\nSea amable.\n');
  writeFileSync(file('privacy.md'), 'We keep little.\n');
  utimesSync(file('privacy.md'), new Date('2026-04-30T12:00:00Z'), new Date('2026-04-30T12:00:00Z'));
  const env = { TERMS_FILE: file('terms.md'), PRIVACY_FILE: file('privacy.md'), OPERATOR_EMAIL: 'help@waggle.test' };
  api = await startTestApi({ env });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const read = async (query: string) => (await api.visitor().request('GET', `/api/legal?${query}`)).body.text;

describe("the operator's own texts", () => {
  test('are shown in the language of the reader, or in that of the plain file', async () => {
    expect(await read('page=terms&locale=en')).toEqual({
      title: 'Our terms',
      date: '2026-05-01',
      blocks: [
        {
          kind: 'paragraph',
          text: [
            { kind: 'text', text: 'Be ' },
            { kind: 'italic', text: 'kind' },
            { kind: 'text', text: '.' },
          ],
        },
      ],
    });
    expect(await read('page=terms&locale=es')).toMatchObject({ title: 'Nuestras condiciones', date: '2026-05-02' });
    expect(await read('page=terms&locale=fr')).toMatchObject({ title: 'Our terms' });
  });

  test('without a date have the day on which the file was changed', async () => {
    expect(await read('page=privacy')).toMatchObject({ title: null, date: '2026-04-30' });
  });

  test('are none without a file, and a file that is missing stops the start', () => {
    expect(readLegalTexts({ TERMS_FILE: '', PRIVACY_FILE: '' })('terms', 'en')).toBeNull();
    expect(() => readLegalTexts({ TERMS_FILE: file('gone.md'), PRIVACY_FILE: '' })).toThrow(/gone\.md/);
  });

  test('come with whom to write to', async () => {
    expect((await api.visitor().request('GET', '/api/operator')).body).toEqual({ email: 'help@waggle.test' });
  });
});

describe('Markdown', () => {
  test('is read as headings, paragraphs and lists', () => {
    const source = '# Title\r\n## One\nfirst\nsecond\n\n- a\n- b\n1. c\n2) d\n### Deep\nend';

    expect(readMarkdown(source)).toEqual({
      title: 'Title',
      blocks: [
        { kind: 'heading', level: 2, text: [{ kind: 'text', text: 'One' }] },
        { kind: 'paragraph', text: [{ kind: 'text', text: 'first second' }] },
        { kind: 'list', isNumbered: false, items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]] },
        { kind: 'list', isNumbered: true, items: [[{ kind: 'text', text: 'c' }], [{ kind: 'text', text: 'd' }]] },
        { kind: 'heading', level: 3, text: [{ kind: 'text', text: 'Deep' }] },
        { kind: 'paragraph', text: [{ kind: 'text', text: 'end' }] },
      ],
    });
  });

  test.each([
    ['[us](https://house.example/a_b)', [{ kind: 'link', text: 'us', href: 'https://house.example/a_b' }]],
    ['[write](mailto:a@b.example)', [{ kind: 'link', text: 'write', href: 'mailto:a@b.example' }]],
    ['[x](javascript:alert(1))', [{ kind: 'text', text: '[x](javascript:alert(1))' }]],
    ['[x](data:text/html,1)', [{ kind: 'text', text: '[x](data:text/html,1)' }]],
    ['<script>alert(1)</script>', [{ kind: 'text', text: '<script>alert(1)</script>' }]],
    [
      '**bold** and __so__',
      [
        { kind: 'bold', text: 'bold' },
        { kind: 'text', text: ' and ' },
        { kind: 'bold', text: 'so' },
      ],
    ],
    ['snake_case_word and 2 * 3 * 4', [{ kind: 'text', text: 'snake_case_word and 2 * 3 * 4' }]],
    ['**open', [{ kind: 'text', text: '**open' }]],
  ])('%s is read as text, marks and safe links alone', (line, inlines) => {
    expect(readInlines(line)).toEqual(inlines);
  });
});
