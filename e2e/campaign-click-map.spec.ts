import { expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, mailTo, newAddress, registerByCall, signedInAt } from './people.ts';
import { addReaders, completed, draftOf, post, readerPage, readyToSend, sendNow } from './report-seeds.ts';
import { origin } from './addresses.ts';

const linked = `<style>span{display:none!important}</style><h1>The starter is ready</h1>
<p>Hello {{first_name}}, <a href="${origin}/terms">choose my pickup day</a> or <a href="${origin}/privacy">read the list</a>.</p>
<p><a href="${origin}/terms" style="display:inline-block;padding:12px 20px;background:#7a3f0a;color:#fff">Choose my pickup day</a></p>`;

/** Follows a link of a caught email as its reader. */
async function follow(reader: Page, to: string, subject: string, name: string): Promise<void> {
  const { html } = await mailTo(to, subject);
  await reader.setContent(html);
  const target = await reader.getByRole('link', { name }).first().getAttribute('href');
  await reader.goto(target!);
}

const frameOf = (page: Page) => page.locator('iframe[title="Email with marked links"]');

test('the click map shows the email as it was sent, marks each link, and opens who followed it', async ({
  page,
  browser,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const [hannah, noah, emma] = await addReaders(api, ['Hannah', 'Noah', 'Emma']);
  const campaign = await draftOf(api, { htmlContent: linked });
  await sendNow(api, campaign);
  await completed(api, campaign);
  const reader = await readerPage(browser, page);
  await follow(reader, hannah!, campaign.subject, 'Choose my pickup day');
  await follow(reader, noah!, campaign.subject, 'Choose my pickup day');
  await follow(reader, emma!, campaign.subject, 'read the list');
  await signedInAt(page, email);

  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=clicks`);
  const list = page.getByRole('list', { name: 'Link clicks' });
  await expect(list.getByRole('listitem').first()).toContainText('2');
  await expect(list).toContainText('66.7%');
  await expect(list).toContainText('In 2 places, counted together');
  await expect(frameOf(page)).toHaveAttribute('sandbox', '');
  // The frame begins with what was known when it was opened.
  await page.reload();
  const frame = page.frameLocator('iframe[title="Email with marked links"]');
  await expect(frame.getByText('66.7% · 2 · 2 places together')).toHaveCount(2);
  await expect(frame.getByText('33.3% · 1')).toHaveCount(1);
  await expectNothingGraveInBothLooks(page, 'click map');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });

  const first = list.getByRole('link').first();
  await first.focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Recipients' });
  await expect(rows.getByRole('row')).toHaveCount(3);
  await expect(rows).toContainText(hannah!);
  await expect(rows).toContainText(noah!);
  await expect(page.getByRole('combobox', { name: 'Link', exact: true })).toContainText('/terms');
});

test('the report tells mailbox providers apart, and their numbers open their rows', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const mailboxOf = (domain: string) => newAddress('p').replace(/@.*/, `@${domain}`);
  const [one, two, three] = ['gmail.com', 'googlemail.com', 'hotmail.com'].map(mailboxOf);
  for (const address of [one, two, three]) await addContact(api, { email: address! });
  await addReaders(api, ['Hannah']);
  const campaign = await draftOf(api);
  await sendNow(api, campaign);
  await completed(api, campaign);
  await signedInAt(page, email);

  await page.goto(`/dashboard/campaigns/${campaign.id}`);
  const providers = page.getByRole('table', { name: 'Mailbox provider' });
  await expect(providers.getByRole('row', { name: /Gmail/ })).toContainText('2');
  await expect(providers.getByRole('row', { name: /Company domains/ })).toContainText('1');
  await expectNothingGraveInBothLooks(page, 'mailbox providers');
  await providers.getByRole('row', { name: /Gmail/ }).getByRole('link', { name: '2', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Recipients' });
  await expect(rows.getByRole('row')).toHaveCount(3);
  await expect(rows).toContainText(two!);
});

test('a VIEWER opens the names behind each number of the audience, and finds one of them', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const [hannah, noah] = await addReaders(api, ['Hannah', 'Noah', 'Emma']);
  await post(api, '/api/suppressions', { address: noah });
  const campaign = await draftOf(api);
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera'));

  await page.goto(`/dashboard/campaigns/${campaign.id}/edit?tab=recipients`);
  await page.getByRole('button', { name: /Unsubscribed/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Unsubscribed' });
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await expect(sheet).toContainText(noah!);
  await expect(sheet).toContainText('Only they can subscribe again.');
  await expectNothingGraveInBothLooks(page, 'names behind a number');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '2 get it' }).click();
  const getting = page.getByRole('dialog', { name: 'Will get this email' });
  await expect(getting.getByRole('listitem')).toHaveCount(2);
  await getting.getByRole('searchbox').fill('hannah');
  await expect(getting.getByRole('listitem')).toHaveCount(1);
  await expect(getting).toContainText(hannah!);
});
