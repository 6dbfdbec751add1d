import { expect, test } from '@playwright/test';
import { registerByCall, signedInAt } from './people.ts';

// The picture of the README is made by the product itself, on request: WAGGLE_PICTURE=1 pnpm e2e picture
test.skip(!process.env['WAGGLE_PICTURE'], 'writes into docs/, so only when asked');

test('the overview of a new agency, for the README', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple & Rye Bakery', 'Northlight Yoga', 'Harbour Cycles'])
    await api.post('/api/clients', { data: { name } });
  await signedInAt(page, email);
  await expect(page.getByText('Get started')).toBeVisible();
  await page
    .getByRole('button', { name: /close|dismiss/i })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => {});

  await page.screenshot({ path: 'docs/images/overview.png' });
});
