import type { Draft } from './compile.ts';

export const aDraft = (change: Partial<Draft> = {}): Draft => ({
  subject: 'News for {{ first_name | default: "you" }}',
  previewText: '',
  html: '<p>Hello {{ first_name }}</p><p><a href="https://www.example.com/story?a=1&amp;b=2">Read on</a></p>',
  text: '',
  footer: { organizationName: 'Example Bees', postalAddress: '1 Hive Street\n12345 Comb', language: 'en' },
  tracking: { opens: true, clicks: true },
  attributeKeys: ['plan', 'note'],
  ...change,
});
