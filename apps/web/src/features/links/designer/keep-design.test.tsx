// @vitest-environment happy-dom
import { useNavigate, useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { QrDesign } from '@waggle/contracts/qr-design';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { QrCodeDialog } from '../qr-code-dialog.tsx';
import { DesignerDialog } from './designer-dialog.tsx';

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
  design: QrDesign.parse({ correction: 'L' }),
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
};
const logoId = '0197e5a0-0000-7000-8000-000000000009';
const readability = { scans: true, checks: [], smallestPrintMm: 12, printSizes: [] };
const calls = {
  'POST /api/qr-codes/preview': () => Response.json({ svg: '<svg/>', readability }),
  'GET /api/qr-presets': () => Response.json({ items: [] }),
};
const show = (component: () => ReactNode, more: NonNullable<Parameters<typeof openScreen>[0]['answers']> = {}) =>
  openScreen({ component, texts: ['links', 'shell'], answers: { ...calls, ...more } });

const rounded = () => screen.getAllByRole<HTMLInputElement>('radio', { name: 'Rounded' })[0]!;
const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' });

test('what is changed while a logo is uploaded stays, and nothing is saved until it is there', async () => {
  let arrive: (answer: Response) => void = () => {};
  const { user, calls: asked } = await show(() => <DesignerDialog code={code} onClose={vi.fn()} />, {
    'POST /api/qr-codes/logos': () => new Promise<Response>((resolve) => (arrive = resolve)),
    [`PUT /api/qr-codes/${code.id}`]: () => Response.json(code),
  });

  await user.upload(
    screen.getByLabelText('Upload logo', { selector: 'input' }),
    new File(['x'], 'a.png', { type: 'image/png' }),
  );
  await user.click(rounded());
  const save = () => screen.getByRole('button', { name: 'Save design' });
  await user.hover(save());
  await screen.findAllByText('Uploading the logo...');
  expect(save().getAttribute('aria-disabled')).toBe('true');
  arrive(Response.json({ id: logoId }, { status: 201 }));
  await screen.findByRole('button', { name: 'Replace logo' });
  await waitFor(() => expect(save().getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(save());

  await waitFor(() =>
    expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
      design: { dots: 'rounded', logoId, correction: 'Q' },
    }),
  );
});

test('a design that is begun for a new code survives Back, and Esc asks first', async () => {
  const onClose = vi.fn();
  const { user } = await show(() => <QrCodeDialog onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: 'Customize design' }));
  await user.click(rounded());

  await user.keyboard('{Escape}');
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: 'Customize design' }));
  expect(rounded().checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }));

  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a code that is open by the address closes without a question once it is saved', async () => {
  function Page() {
    const { add } = useSearch({ strict: false }) as { add?: true };
    const navigate = useNavigate();
    if (!add) return <p>The list</p>;
    return <QrCodeDialog onClose={() => void navigate({ to: '.', search: {}, replace: true } as never)} />;
  }
  const { user } = await openScreen({
    component: Page,
    texts: ['links', 'shell'],
    address: '/?add=true',
    answers: { ...calls, 'POST /api/qr-codes': () => Response.json(code, { status: 201 }) },
  });
  await user.type(await screen.findByLabelText('QR Code Name'), code.name);
  await user.type(screen.getByLabelText('Target URL'), code.targetUrl);

  await user.click(screen.getByRole('button', { name: 'Create QR Code' }));

  expect(await screen.findByText('The list')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a changed design asks before another page takes it away', async () => {
  let leave = () => {};
  function Page() {
    const navigate = useNavigate();
    leave = () => void navigate({ to: '/dashboard/qr-codes', search: {} });
    return <DesignerDialog code={code} onClose={vi.fn()} />;
  }
  const { user } = await show(Page);
  await user.click(rounded());

  leave();

  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  expect(rounded().checked).toBe(true);
});
