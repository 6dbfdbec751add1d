import { describe, expect, it } from 'vitest';
import { defaultTheme, EmailDocument } from './email-document.ts';

const documentOf = (...blocks: unknown[]) => ({ version: 1, theme: defaultTheme, blocks });
const isValid = (...blocks: unknown[]) => EmailDocument.safeParse(documentOf(...blocks)).success;
const heading = (id: string, more = {}) => ({ kind: 'heading', id, level: 1, text: [{ text: 'Hello' }], ...more });

describe('an email document', () => {
  it('comes back from the schema byte for byte', () => {
    const document = documentOf(
      heading('a', { space: { top: 8 }, showIf: { kind: 'field', field: 'plan', op: 'is', value: 'pro' } }),
      { kind: 'button', id: 'b', label: [{ field: 'first_name', fallback: 'you' }], href: 'https://example.com' },
      { kind: 'columns', id: 'c', ratio: '1:1', cells: [[heading('d')], []] },
    );

    expect(EmailDocument.parse(document)).toEqual(document);
  });

  it('refuses what it does not know', () => {
    expect(isValid({ kind: 'video', id: 'a' })).toBe(false);
    expect(isValid(heading('a', { onclick: 'x' }))).toBe(false);
    expect(EmailDocument.safeParse({ ...documentOf(), version: 2 }).success).toBe(false);
  });

  it('refuses links that run something', () => {
    const button = (href: string) => ({ kind: 'button', id: 'a', label: [], href });

    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'java\nscript:x',
    ])
      expect(isValid(button(href)), href).toBe(false);
    for (const href of ['', 'https://example.com', 'example.com/a', 'mailto:a@example.com', 'tel:+1555'])
      expect(isValid(button(href)), href).toBe(true);
  });

  it('holds as many columns as its ratio says, and none inside of them', () => {
    expect(isValid({ kind: 'columns', id: 'a', ratio: '1:1', cells: [[]] })).toBe(false);
    expect(isValid({ kind: 'columns', id: 'a', ratio: '1', cells: [[heading('b')]] })).toBe(true);
    const inner = { kind: 'columns', id: 'b', ratio: '1', cells: [[]] };
    expect(isValid({ kind: 'columns', id: 'a', ratio: '1', cells: [[inner]] })).toBe(false);
  });

  it('has at most 300 blocks, each with an id of its own', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => heading(`h${at}`));

    expect(isValid(...many(300))).toBe(true);
    expect(isValid(...many(301))).toBe(false);
    expect(isValid(...many(300), { kind: 'columns', id: 'c', ratio: '1', cells: [[]] })).toBe(false);
    expect(isValid(heading('a'), heading('a'))).toBe(false);
  });
});
