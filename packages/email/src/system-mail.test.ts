import { expect, test } from 'vitest';
import { waggle } from './mail-product.ts';
import { renderSystemMail } from './system-mail.ts';

const parts = {
  locale: 'en',
  title: 'It works',
  lines: ['Emails from shop.example are being delivered.'],
  facts: [{ label: 'SPF', value: 'Found', state: 'good' as const }],
  action: 'Open',
  link: 'https://waggle.example/dashboard',
  closing: 'You asked for this.',
  product: waggle,
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

test('an organization’s own product stands in place of ours and of its brand, and keeps the address', () => {
  const product = { name: 'Hive & Co', accent: '#2c4f98', markUrl: 'https://waggle.example/f/m.png', isOwn: true };

  const { html, text, senderName } = renderSystemMail({ ...parts, brand, product });

  expect(senderName).toBe('Hive & Co');
  expect(html).toContain('Hive &amp; Co</p>');
  expect(html).toContain('<img src="https://waggle.example/f/m.png"');
  expect(html).toContain('background:#2c4f98;color:#ffffff');
  expect(html).not.toContain('Waggle');
  expect(text).toContain('Maple & Rye <b>, 418 Alder Street, Portland');
});
