import { expect, test } from 'vitest';
import { renderSystemMail } from './system-mail.ts';

const parts = {
  locale: 'en',
  title: 'It works',
  lines: ['Emails from shop.example are being delivered.'],
  facts: [{ label: 'SPF', value: 'Found', state: 'good' as const }],
  action: 'Open',
  link: 'https://waggle.example/dashboard',
  closing: 'You asked for this.',
};
const brand = {
  name: 'Maple & Rye <b>',
  accent: '#8a4f16',
  logoUrl: 'https://waggle.example/f/x.png',
  postalAddress: '418 Alder Street\nPortland',
};

test('both parts of an email say the same, in the brand of whoever speaks', () => {
  const { html, text } = renderSystemMail({ ...parts, brand });

  expect(text).toBe(
    'Emails from shop.example are being delivered.\n\nSPF: Found\n\nOpen:\nhttps://waggle.example/dashboard\n\nYou asked for this.\n\nMaple & Rye <b>, 418 Alder Street, Portland\n',
  );
  for (const words of ['Maple &amp; Rye &lt;b&gt;', 'Found', 'You asked for this.', '418 Alder Street, Portland'])
    expect(html).toContain(words);
  expect(html).toContain('background:#8a4f16;color:#ffffff');
  expect(html).toContain('<img src="https://waggle.example/f/x.png"');
  expect(html).not.toMatch(/<script|<b>/);
});

test('an email without a brand is the product’s own', () => {
  const { html } = renderSystemMail(parts);

  expect(html).toContain('Waggle</p>');
  expect(html).toContain('background:#f9ad1b;color:#191714');
  expect(html).not.toContain('<img');
});
