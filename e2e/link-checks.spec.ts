import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks } from './axe.ts';
import { addCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt } from './people.ts';

/** A site of somebody else, with a page that is gone until it is put back. */
async function startSite() {
  const site = { isMended: false, origin: '' };
  const server = createServer(({ url }, reply) => reply.writeHead(url === '/menu' && !site.isMended ? 404 : 200).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(site, { close: () => server.close() });
}

const listOn = (page: Page) => page.getByRole('region', { name: 'Before you send' });

test('links that lead nowhere and styles that programs ignore are told before sending, and checked again', async ({
  page,
}) => {
  const site = await startSite();
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('reader'), firstName: 'Reader' });
  const htmlContent = `<p style="border-radius: 8px; box-shadow: 0 1px 2px #999">Hello {{first_name}}</p>
    <p><a href="${site.origin}/menu">Menu</a> <a href="${site.origin}/club">Club</a> <a href="mailto:a@b.example">Write</a></p>`;
  const { id } = await addCampaign(api, { htmlContent });
  await signedInAt(page, email);

  await page.goto(`/dashboard/campaigns/${id}/edit`);
  const list = listOn(page);
  await expect(list.getByText("Links that don't work: 1 of 2")).toBeVisible();
  await expect(list.getByText(`${site.origin}/menu answered with error 404.`)).toBeVisible();
  await expect(list.getByText('Outlook on Windows ignores border-radius, box-shadow')).toBeVisible();
  await expect(list.getByText('Gmail ignores box-shadow')).toBeVisible();
  await expect(list.getByText(/^Checked \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Campaign' })).not.toHaveAttribute('aria-disabled', 'true');
  await expectNothingGraveInBothLooks(page, 'warnings before sending');

  site.isMended = true;
  await list.getByRole('button', { name: 'Check again' }).click();
  await expect(list.getByText('All 2 links respond')).toBeVisible();
  site.close();
});

test('a VIEWER reads what is known of the links and checks nothing', async ({ page }) => {
  const site = await startSite();
  const { api } = await registerByCall('BUSINESS');
  const { id } = await addCampaign(api, { htmlContent: `<a href="${site.origin}/menu">Menu</a>` });
  const viewer = await joinByCall(api, 'VIEWER', 'Noor Haddad');
  await signedInAt(page, viewer);

  await page.goto(`/dashboard/campaigns/${id}/edit`);

  await expect(listOn(page).getByText("Links that don't work: 1 of 1")).toBeVisible();
  await expect(listOn(page).getByRole('button', { name: 'Check again' })).toBeHidden();
  site.close();
});
