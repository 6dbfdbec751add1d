// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { QrDesign } from '@waggle/contracts/qr-design';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, refusal } from '../../../test/screen.fixture.tsx';
import { useToggleActive } from './use-toggle-active.ts';

afterEach(closeScreen);

const code: QrCode = {
  id: '0197e5a0-0000-7000-8000-000000000001',
  name: 'Window sticker',
  shortCode: 'k7Qm2x',
  shortUrl: 'https://waggle.example/qr/k7Qm2x',
  targetUrl: 'https://example.com/tune-up',
  qrCodeImageUrl: '/image',
  isActive: false,
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
test('a code whose form was deleted says why it is not activated', async () => {
  const sentence = 'The form this code led to was deleted. Choose where it leads.';
  function Toggle() {
    const toggle = useToggleActive();
    return (
      <button type="button" onClick={() => toggle(code)}>
        Activate
      </button>
    );
  }
  const { user } = await openScreen({
    component: Toggle,
    texts: ['links'],
    answers: {
      [`PUT /api/qr-codes/${code.id}`]: () => refusal(400, 'invalid_input', sentence, { targetUrl: sentence }),
    },
  });

  await user.click(screen.getByRole('button', { name: 'Activate' }));

  expect(await screen.findByText(sentence)).toBeDefined();
});
