import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { registerByCall, signedInAt } from './people.ts';

const publicPages = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/accept-invitation',
  '/terms',
  '/privacy',
  '/nowhere',
];
const signedInPages = [
  '/dashboard',
  '/dashboard/settings/profile',
  '/dashboard/settings/account',
  '/dashboard/settings/security',
  '/dashboard/settings/team',
  '/dashboard/settings/clients',
  '/dashboard/nowhere',
];

async function expectNoViolations(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`axe finds nothing serious on any page, ${theme}, ${size}`, async ({ browser }) => {
      test.setTimeout(120_000);
      const context = await browser.newContext({ colorScheme: theme, viewport });
      const page = await context.newPage();
      for (const path of publicPages) await expectNoViolations(page, path);
      const { email, api } = await registerByCall('AGENCY');
      await api.post('/api/clients', { data: { name: 'Maple & Rye Bakery' } });
      await signedInAt(page, email);
      for (const path of signedInPages) await expectNoViolations(page, path);
      await context.close();
    });
  }
}

test('at 200 % zoom nothing scrolls sideways', async ({ page }) => {
  // Zoom halves the room a page has: 1440 wide at 200 % is 720.
  await page.setViewportSize({ width: 720, height: 450 });
  const { email } = await registerByCall('AGENCY');
  await signedInAt(page, email);
  for (const path of signedInPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(sideways, path).toBe(false);
  }
});
