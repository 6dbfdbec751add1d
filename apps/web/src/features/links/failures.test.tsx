// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { QrDesign } from '@waggle/contracts/qr-design';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ann } from '../../../test/screen.fixture.tsx';
import { sessionQuery } from '#features/accounts/index.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { dismissAllToasts } from '#ui/toast-store.ts';
import { ToastProvider } from '#ui/toast.tsx';
import app from '../../locales/en/app.json';
import texts from './locales/en/links.json';
import { DeleteQrCode } from './delete-qr-code.tsx';
import { QrCodeDialog } from './qr-code-dialog.tsx';
import { useDownload } from './use-download.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { links: texts, app } } });
});
afterEach(() => {
  cleanup();
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const code: QrCode = {
  id: '0197e5a0-0000-7000-8000-000000000001',
  name: 'Window sticker',
  shortCode: 'k7Qm2x',
  shortUrl: 'https://waggle.example/qr/k7Qm2x',
  targetUrl: 'https://example.com/tune-up',
  qrCodeImageUrl: '/image',
  isActive: true,
  scans: 1_192,
  lastScanAt: null,
  trend: [],
  labels: [],
  formId: null,
  clientId: null,
  design: QrDesign.parse({}),
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
};

/** Every call fails as a broken server would. */
async function open(children: ReactNode) {
  const broken = async () =>
    Response.json({ code: 'failed', message: 'An unexpected error occurred' }, { status: 500 });
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(broken));
  const client = createQueryClient(() => {});
  client.setQueryData(sessionQuery.queryKey, ann);
  const rootRoute = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={router as never} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findAllByRole('button');
  return userEvent.setup();
}

test('a code that could not be made says so and keeps what was typed', async () => {
  const user = await open(<QrCodeDialog onClose={vi.fn()} />);

  await user.type(screen.getByLabelText('QR Code Name'), 'Window sticker');
  await user.type(screen.getByLabelText('Target URL'), 'https://example.com/tune-up');
  await user.click(screen.getByRole('button', { name: 'Create QR Code' }));

  expect(await screen.findByText('Failed to create QR code. Please try again.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('QR Code Name').value).toBe('Window sticker');
});

test('a code that could not be changed says so', async () => {
  const user = await open(<QrCodeDialog code={code} onClose={vi.fn()} />);

  await user.click(screen.getByRole('button', { name: 'Save changes' }));

  expect(await screen.findByText('Failed to update QR code. Please try again.')).toBeDefined();
});

test('deleting names what is lost, and a failure says so', async () => {
  const user = await open(<DeleteQrCode code={code} onClose={vi.fn()} />);
  expect(screen.getByText('Its 1,192 scans will be deleted.')).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Delete' }));

  expect(await screen.findByText('Failed to delete QR code. Please try again.')).toBeDefined();
});

function DownloadButton() {
  const { download } = useDownload(code);
  return (
    <button type="button" onClick={() => download()}>
      Download
    </button>
  );
}

test('a download that failed says so', async () => {
  const user = await open(<DownloadButton />);

  await user.click(screen.getByRole('button', { name: 'Download' }));

  expect(await screen.findByText('Download failed')).toBeDefined();
  expect(screen.getByText('Failed to download QR code. Please try again.')).toBeDefined();
});
