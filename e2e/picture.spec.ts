import { expect, test } from '@playwright/test';
import { registerByCall, signedInAtOverview } from './people.ts';

// The picture of the README is made by the product itself: WAGGLE_PICTURE=docs/images/overview.png pnpm e2e picture
const target = process.env['WAGGLE_PICTURE'];

test('the overview of a new agency is fit to be shown', async ({ page }, info) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple & Rye Bakery', 'Northlight Yoga', 'Harbour Cycles'])
    await api.post('/api/clients', { data: { name } });
  await signedInAtOverview(page, email);
  await expect(page.getByText('Get started')).toBeVisible();
  await expect(page.getByText('1 of 5 done')).toBeVisible();
  await expect(page.getByText('Welcome back!').first()).toBeHidden();

  await page.screenshot({ path: target ?? info.outputPath('overview.png') });
});
