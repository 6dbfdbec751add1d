// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { QrDesign } from '@waggle/contracts/qr-design';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import app from '../../locales/en/app.json';
import texts from './locales/en/links.json';
import { DeleteQrCode } from './delete-qr-code.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { links: texts, app } } });
});
afterEach(cleanup);

const code: QrCode = {
  id: '0197e5a0-0000-7000-8000-000000000001',
  name: 'Takeaway bag',
  shortCode: 'k7Qm2x',
  shortUrl: 'https://waggle.example/qr/k7Qm2x',
  targetUrl: 'https://example.com/menu',
  qrCodeImageUrl: '/image',
  isActive: true,
  scans: 0,
  lastScanAt: null,
  trend: [],
  labels: [],
  formId: null,
  clientId: null,
  design: QrDesign.parse({}),
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
};

test.each([
  ['an active code may be deactivated instead', true],
  ['an inactive one already is', false],
])('deleting says what stops working; %s', (_, isActive) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteQrCode code={{ ...code, isActive }} onClose={() => {}} />
    </QueryClientProvider>,
  );

  const question = screen.getByRole('alertdialog').textContent;

  expect(question).toContain("the short code k7Qm2x won't be reused.");
  expect(question.includes('deactivate it instead')).toBe(isActive);
});
