import { describe, expect, test } from 'vitest';
import { renderReportMail } from './mail.ts';
import { renderReportPage } from './page.ts';
import type { Report } from './report.ts';
import { tellReport } from './told.ts';

const report: Report = {
  frequency: 'weekly',
  locale: 'en',
  currency: 'USD',
  period: { from: '2026-05-04', to: '2026-05-10' },
  client: 'Maple & Rye',
  isAgency: true,
  newContacts: { value: 58, before: 49 },
  emailOpenRate: { value: 44.1, before: 43.1 },
  scans: { value: 412, before: 425 },
  revenue: { value: 231_000, before: 205_000 },
  campaigns: 1,
  contacts: [{ to: '2026-05-10', total: 4_312 }],
  revenueByWeek: [{ to: '2026-05-10', amount: 231_000 }],
  worked: [{ kind: 'campaign', name: 'Pre-orders', result: 46.9, sentOn: '2026-05-05', revenue: 130_200 }],
};
const brand = { name: 'Fernhill Studio', accent: null, logoUrl: null, postalAddress: '1200 Fern Hill Road' };
const mailOf = (changed: Partial<Report> = {}, name = brand.name) =>
  renderReportMail({
    report: { ...report, ...changed },
    brand: { ...brand, name },
    link: 'https://waggle.example/t/d/x',
    until: '2026-06-10',
    stopLink: 'https://waggle.example/t/s/x',
    pictures: { contacts: 'contacts@report', revenue: 'revenue@report' },
  });

describe('the finding', () => {
  test.each([
    ['en', '58 new contacts, 9 more than the week before'],
    ['es', '58 contactos nuevos, 9 más que la semana anterior'],
    ['fr', '58 nouveaux contacts, 9 de plus que la semaine précédente'],
  ] as const)('is a sentence in %s', (locale, finding) => {
    expect(tellReport({ ...report, locale }).finding).toBe(finding);
  });

  test('speaks of what there is: contacts, else revenue, else scans, else campaigns', () => {
    const none = { value: 0, before: 0 };
    const findings = [
      { newContacts: { value: 1, before: 3 } },
      { newContacts: none },
      { newContacts: none, revenue: null },
      { newContacts: none, revenue: null, scans: none },
      { newContacts: none, revenue: null, scans: none, campaigns: 0, frequency: 'monthly' as const },
    ].map((changed) => tellReport({ ...report, ...changed }).finding);

    expect(findings).toEqual([
      '1 new contact, 2 fewer than the week before',
      '$2,310 in revenue, $260 more than the week before',
      '412 QR code scans, 13 fewer than the week before',
      '1 campaign sent',
      'No activity last month',
    ]);
  });
});

describe('names that somebody typed', () => {
  const hostile = 'Win at evil.example\r\nBcc: victim@all.example';
  const worked = [{ ...report.worked[0]!, name: hostile }];

  test('are never in the subject, and lead nowhere', () => {
    const { subject, text, html } = mailOf({ client: hostile, worked }, hostile);
    const page = renderReportPage({ ...report, client: hostile, worked }, '2026-06-10');

    expect(subject).toBe('58 new contacts, 9 more than the week before');
    for (const part of [text, html, page.title, page.body]) expect(part).not.toMatch(/evil|victim/);
    expect(text).toContain('A campaign (Campaign, sent May 5)');
  });

  test('are escaped', () => {
    const { html } = mailOf({ client: '<img src=x>', worked: [{ ...worked[0]!, name: '"><script>' }] });

    expect(html).toContain('for &lt;img src=x&gt;');
    expect(html).not.toContain('<script');
  });
});

test('the text part has the table of the HTML', () => {
  const { text, html } = mailOf();

  for (const words of ['44.1%', '+2.3%', '46.9% opened', '$1,302', '$2,310', 'Jun 10, 2026'])
    for (const part of [text, html]) expect(part).toContain(words);
});
