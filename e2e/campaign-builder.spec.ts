import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type Campaign } from '../packages/contracts/src/campaigns.ts';
import { mailPort } from './addresses.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact, addTag, tagContact } from './contact-seeds.ts';
import { joinByCall, mailTo, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const htmlField = (page: Page) => page.getByRole('textbox', { name: 'Email HTML Content' });

/** As somebody pastes from another program. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function listed(api: APIRequestContext): Promise<Campaign[]> {
  return ((await (await api.get('/api/campaigns')).json()) as { items: Campaign[] }).items;
}

const openDraft = async (page: Page, { id }: Campaign, tab = 'content') => {
  await page.goto(`/dashboard/campaigns/${id}/edit?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeVisible();
};
const savedAt = (page: Page) => page.getByText(/^Saved \d/);

test('an email is written, sent to a tag with an exclusion, and arrives as it was written', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const { from } = await setUpSending(api);
  const club = await addTag(api, 'Bread club');
  const wholesale = await addTag(api, 'Wholesale');
  const [hannah, theo, greta] = ['hannah', 'theo', 'greta'].map((name) => newAddress(name)) as [string, string, string];
  const people = [
    await addContact(api, { email: hannah, firstName: 'Hannah', lastName: 'Okafor' }),
    await addContact(api, { email: theo, firstName: 'Theo', lastName: 'Lindqvist' }),
    await addContact(api, { email: greta, firstName: 'Greta', lastName: 'Hofmann' }),
  ];
  await tagContact(api, people[0]!.id, club.id);
  await tagContact(api, people[1]!.id, club.id);
  await tagContact(api, people[1]!.id, wholesale.id);
  await signedInAt(page, email);

  await page.goto('/dashboard/campaigns/create');
  await expect(page.getByRole('heading', { level: 1, name: 'Create Campaign' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Campaign' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText('Campaign name is required')).toBeVisible();
  await expect(page.getByText('Email subject is required')).toBeVisible();
  await expect(page.getByText('Email content is required')).toBeVisible();

  const subject = `The starter is ready ${hannah}`;
  await page.getByLabel('Campaign Name').fill('Spring Sourdough Club');
  await page.getByLabel('Email Subject').fill(subject);
  await page.getByLabel('Preview text').fill('Your first loaf, on us.');
  await paste(
    htmlField(page),
    '<h1>Hi {{ first_name }}</h1><p>See <a href="https://example.com/club">the club</a></p>',
  );
  await expect(savedAt(page)).toBeVisible();
  await expect(page).toHaveURL(/campaigns\/new\?.*campaign=/);

  await page.getByRole('tab', { name: 'Recipients' }).click();
  await expect(page.getByRole('status').getByText('recipients selected')).toContainText('3');
  await page.getByLabel('Send to').click();
  await page.getByRole('option', { name: 'By Tags' }).click();
  await expect(page.getByText('No one would receive this campaign', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /Bread club/ }).click();
  await expect(page.getByRole('status').getByText('recipients selected')).toContainText('2');
  await page.getByRole('button', { name: 'Tag, segment or contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wholesale' }).click();
  await expect(page.getByRole('status').getByText('recipients selected')).toContainText('1');
  await expect(page.getByText('1 selected contact matches and is left out.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Excluded by you' })).toContainText('1');

  await page.getByRole('button', { name: 'Send Campaign' }).click();
  const question = page.getByRole('dialog', { name: 'Send to 1 recipient?' });
  await expect(question).toContainText('Maple & Rye');
  await expect(question).toContainText(from);
  await expect(question).toContainText('Now');
  await question.getByRole('button', { name: 'Send Campaign' }).click();
  await expect(toast(page, 'Campaign sent!')).toBeVisible();
  await expect(toast(page, 'Campaign sent to 1 recipients.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/campaigns$/);

  const caught = await mailTo(hannah, subject);
  expect(caught.from).toBe(`"Maple & Rye" <${from}>`);
  expect(caught.html).toContain('Hi Hannah');
  expect(caught.html).toContain('Your first loaf, on us.');
  const all = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as { to: string; subject: string }[];
  expect(all.filter((mail) => mail.subject === subject).map(({ to }) => to)).toEqual([hannah]);
});

test('an email of blocks is written, seen as a contact gets it, and arrives', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const hannah = newAddress('hannah');
  await addContact(api, { email: hannah, firstName: 'Hannah' });
  await signedInAt(page, email);
  const subject = `Blocks for ${hannah}`;

  await page.goto('/dashboard/campaigns/new');
  await page.getByLabel('Campaign Name').fill('Blocks');
  await page.getByLabel('Email Subject').fill(`${subject} {{ first_name }}`);
  await page.getByRole('button', { name: 'Start with blocks' }).click();
  await page.getByRole('button', { name: /^Heading, 1 of 3/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fresh bread on Friday');
  await expect(savedAt(page)).toBeVisible();
  await page.getByRole('button', { name: /^Preview as/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hannah' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the email"]');
  await expect(frame.getByText('Fresh bread on Friday')).toBeVisible();
  await expect(page.getByText(`${subject} Hannah`)).toBeVisible();
  await page.getByRole('button', { name: 'Send Campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' }).click();
  await expect(toast(page, 'Campaign sent!')).toBeVisible();

  const caught = await mailTo(hannah, `${subject} Hannah`);
  expect(caught.html).toContain('Fresh bread on Friday');
  expect(caught.text).toContain('Fresh bread on Friday');
});

test('what is missing disables Send, and is set up without leaving the campaign', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const campaign = await addCampaign(api, { htmlContent: '<p>Hi</p><script>parent.alert(1)</script>' });
  await signedInAt(page, email);
  await openDraft(page, campaign);

  const list = page.getByRole('region', { name: 'Before you send' });
  await expect(list.getByText('Missing:').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Campaign' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Taken out before sending')).toBeVisible();
  await expect(page.locator('iframe[title="Preview of the email"]')).toHaveAttribute('sandbox', '');
  await list.getByRole('button', { name: 'Fix it' }).first().click();
  await expect(page.getByLabel('Send to')).toBeVisible();
  await list.getByRole('button', { name: 'Set it' }).first().click();
  const setUp = page.getByRole('dialog', { name: 'Set up sending' });
  await setUp.getByLabel('Domain').fill('alder-bakery.example');
  await setUp.getByRole('button', { name: 'Add domain' }).click();
  await expect(setUp.getByLabel('From name')).toHaveValue('Juniper Garden Centre');
  await setUp.getByRole('button', { name: 'Back to the campaign' }).click();
  await expect(setUp).toBeHidden();
  await expect(page.getByLabel('Send to')).toBeVisible();
});

test('sending is undone within ten seconds, and nobody gets it', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('reader'), firstName: 'Reader' });
  const campaign = await addCampaign(api);
  await signedInAt(page, email);
  await openDraft(page, campaign);

  await page.getByRole('button', { name: 'Send Campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' }).click();
  await page.getByRole('button', { name: /Undo send/ }).click();
  await expect(toast(page, 'Sending undone')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeVisible();

  expect(await readCampaign(api, campaign.id)).toMatchObject({ status: 'DRAFT', scheduledAt: null, sentAt: null });
});

test('a campaign is scheduled, moved and taken back to draft', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('reader') });
  const campaign = await addCampaign(api);
  await signedInAt(page, email);
  await openDraft(page, campaign, 'schedule');

  await expect(page.getByText("Campaign will be sent immediately after clicking 'Send Campaign'")).toBeVisible();
  await page.getByRole('switch', { name: 'Schedule for later' }).click();
  await expect(page.getByText(/Campaign will be sent on /)).toBeVisible();
  await page.getByLabel('Date and time').fill('2031-07-01T16:00');
  await expect(page.getByText(/Next clock change|Clocks don't change/)).toBeVisible();
  await page.getByRole('button', { name: 'Send Campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' }).click();
  await expect(toast(page, 'Campaign scheduled')).toBeVisible();
  const first = await readCampaign(api, campaign.id);
  expect(first).toMatchObject({ status: 'ACTIVE', sentAt: null });
  expect(first.scheduledAt).toContain('2031-07-0');

  await openDraft(page, campaign, 'schedule');
  await expect(page.getByText('Move it back to draft to edit it.')).toBeVisible();
  await page.getByRole('button', { name: 'Change time' }).click();
  await page.getByRole('dialog').locator('input[type=datetime-local]').fill('2031-08-01T16:00');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect.poll(async () => (await readCampaign(api, campaign.id)).scheduledAt).toContain('2031-08-0');

  await page.getByRole('button', { name: 'Back to draft' }).click();
  await expect(toast(page, 'Campaign is a draft again')).toBeVisible();
  await page.getByRole('switch', { name: 'Schedule for later' }).click();
  await expect.poll(() => readCampaign(api, campaign.id)).toMatchObject({ status: 'DRAFT', scheduledAt: null });
});

test('a pasted email of 100 kB comes back byte for byte', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const line = '<tr><td style="color:#333;padding:0 8px">Ünïcødé &amp; 🥖\t  spaces</td></tr>\n';
  const html = `<!doctype html>\n<html><head><style>td{margin:0}</style></head><body><table>\n${line.repeat(1_300)}</table></body></html>\n`;
  expect(Buffer.byteLength(html)).toBeGreaterThan(100_000);
  await signedInAt(page, email);

  await page.goto('/dashboard/campaigns/new');
  await page.getByLabel('Campaign Name').fill('Pasted');
  await page.getByLabel('Email Subject').fill('Pasted');
  await paste(htmlField(page), html);
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(toast(page, 'Campaign saved')).toBeVisible();

  const [campaign] = await listed(api);
  expect((await readCampaign(api, campaign!.id)).content.html).toBe(html);
  await openDraft(page, campaign!);
  await page.getByLabel('Preview text').fill('Only this changed');
  await expect.poll(async () => (await readCampaign(api, campaign!.id)).previewText).toBe('Only this changed');
  expect((await readCampaign(api, campaign!.id)).content.html).toBe(html);
});

test('two people edit at once and nothing is lost', async ({ page, browser }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const campaign = await addCampaign(api);
  await signedInAt(page, email);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signedInAt(other, email);
  await openDraft(page, campaign);
  await openDraft(other, campaign);

  await page.getByLabel('Email Subject').fill('Mine');
  await expect.poll(async () => (await readCampaign(api, campaign.id)).subject).toBe('Mine');
  await other.getByLabel('Preview text').fill('Theirs');
  await expect(other.getByText(/Changed: email subject/)).toBeVisible();
  await expect(other.getByLabel('Email Subject')).toHaveValue('Mine');
  await expect.poll(() => readCampaign(api, campaign.id)).toMatchObject({ subject: 'Mine', previewText: 'Theirs' });

  await page.getByLabel('Preview text').fill('Mine too');
  await expect(page.getByText(/You both changed: preview text/)).toBeVisible();
  expect(await readCampaign(api, campaign.id)).toMatchObject({ previewText: 'Theirs' });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => readCampaign(api, campaign.id)).toMatchObject({ subject: 'Mine', previewText: 'Mine too' });
  await context.close();
});

test('what a closed tab had not saved is there again', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);

  await page.goto('/dashboard/campaigns/new');
  await page.getByLabel('Campaign Name').fill('Half an idea');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.reload();

  await expect(page.getByLabel('Campaign Name')).toHaveValue('Half an idea');
});

test('a whole campaign is written and sent by keyboard alone', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const reader = newAddress('reader');
  await addContact(api, { email: reader, firstName: 'Ann' });
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns/new');
  const { keyboard } = page;
  const tabTo = async (target: Locator) => {
    for (let at = 0; at < 80; at += 1) {
      if (
        await target.evaluate(
          (element) => element === document.activeElement || element.contains(document.activeElement),
        )
      )
        return;
      await keyboard.press('Tab');
    }
    throw new Error('Nobody gets there by Tab');
  };

  const subject = `By keyboard ${reader}`;
  await tabTo(page.getByLabel('Campaign Name'));
  await keyboard.type('Keys');
  await tabTo(page.getByLabel('Email Subject'));
  await keyboard.type(subject);
  await tabTo(htmlField(page));
  await keyboard.type('Hello from the keyboard');
  await keyboard.press('Tab');
  await expect(savedAt(page)).toBeVisible();
  await keyboard.press('Shift+Tab');
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page.getByRole('button', { name: 'Send Campaign' }));
  await keyboard.press('Enter');
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' });
  await expect(send).toBeEnabled();
  await tabTo(send);
  await keyboard.press('Enter');
  await expect(toast(page, 'Campaign sent!')).toBeVisible();

  expect((await mailTo(reader, subject)).html).toContain('Hello from the keyboard');
});

test('on a phone every tab fits, and the same questions are asked', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('reader'), firstName: 'Ann' });
  const campaign = await addCampaign(api);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, email);

  for (const tab of ['content', 'preview', 'recipients', 'schedule', 'settings']) {
    await openDraft(page, campaign, tab);
    await expect.poll(() => scrollsSideways(page), { message: tab }).toBe(false);
  }
  await page.getByRole('button', { name: 'Send Campaign' }).click();
  await expect(page.getByRole('dialog', { name: 'Send to 1 recipient?' })).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

test('every tab is fit for all, in both themes', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('reader'), firstName: 'Ann' });
  const campaign = await addCampaign(api);
  await signedInAt(page, email);

  for (const tab of ['content', 'recipients', 'schedule', 'settings']) {
    await openDraft(page, campaign, tab);
    await expectNothingGraveInBothLooks(page, tab);
  }
});

test('a VIEWER reads a campaign and changes nothing', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const campaign = await addCampaign(api);
  const viewer = await joinByCall(api, 'VIEWER', 'Noor Haddad');
  await signedInAt(page, viewer);
  await openDraft(page, campaign);

  await expect(page.getByLabel('Campaign Name')).not.toBeEditable();
  await expect(htmlField(page)).toHaveAttribute('aria-readonly', 'true');
  await openDraft(page, campaign, 'recipients');
  await expect(page.getByLabel('Send to')).toBeDisabled();
  await expect(page.getByRole('status').getByText('recipients selected')).toBeVisible();
  await openDraft(page, campaign, 'settings');
  await expect(page.getByRole('switch', { name: 'Opens' })).toHaveAttribute('aria-disabled', 'true');
  for (const name of ['Save Draft', 'Send Campaign', 'Send test'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test('a test goes to the author and to a colleague who is chosen', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const subject = `A look at May ${newAddress('s')}`;
  const campaign = await addCampaign(api, { subject });
  const claire = await joinByCall(api, 'VIEWER', 'Claire Dubois');
  await signedInAt(page, email);
  await openDraft(page, campaign);

  await page.getByRole('button', { name: 'Send test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test' });
  await expect(dialog).toContainText(email);
  await dialog.getByRole('checkbox', { name: /Claire Dubois/ }).check();
  await expectNothingGraveInBothLooks(page, 'the dialog for a test');
  await dialog.getByRole('button', { name: 'Send test' }).click();

  await expect(toast(page, 'Test email sent')).toBeVisible();
  for (const to of [email, claire]) expect((await mailTo(to, subject)).html).toContain('Hello');
});
