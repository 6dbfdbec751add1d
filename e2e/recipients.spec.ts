import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { linkOrigin } from './addresses.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { mailServer, mailTo, newAddress, publishRecord, registerByCall, signedInAt, toast } from './people.ts';

/** Bytes of a page with everything it loads. */
const mostBytes = 30_000;
const bakery = 'Maple & Rye Bakery';

type Sent = {
  email: string;
  api: APIRequestContext;
  clientId: string;
  contactId: string;
  links: Record<'out' | 'choose', string>;
};

/** A client with a brand writes to one person, through a real mail server. */
async function mailedByBakery(): Promise<Sent> {
  const { api, email } = await registerByCall('AGENCY');
  const post = async (path: string, data?: object) => {
    const answer = await api.post(path, data && { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const { id: clientId } = await post('/api/clients', { name: bakery, email: null });
  await api.post('/api/auth/set-active-client', { data: { clientId } });
  const brand = (await (await api.get('/api/brand')).json()) as { id: string };
  await api.put(`/api/brands/${brand.id}`, {
    data: {
      name: '',
      accent: '#8a4f16',
      website: 'https://mapleandrye.com/',
      logoId: null,
      postalAddress: '418 Alder Street\nPortland, OR 97205',
    },
  });
  const name = `${newAddress('mail').split('@')[0]!.replaceAll('.', '-')}.example`;
  const domain = (await post('/api/sending/domains', { domain: name, clientId })) as {
    id: string;
    records: { name: string; value: string }[];
  };
  for (const record of domain.records) await publishRecord(record.name, record.value);
  await api.post(`/api/sending/domains/${domain.id}/check`);
  await post('/api/sending/senders', { fromName: bakery, fromEmail: `hello@${name}`, isDefault: true });
  const { hostname, port } = await mailServer();
  await post('/api/sending/connections', {
    name: 'Catcher',
    host: hostname,
    port: Number(port),
    tls: 'none',
    isDefault: true,
  });

  const to = newAddress('hannah.okafor');
  const contact = await addContact(api, { email: to, firstName: 'Hannah', clientId });
  const subject = `The starter is ready for ${to}`;
  const campaign = await post('/api/campaigns', {
    name: 'News',
    subject,
    htmlContent: '<p>Hello {{first_name}}</p>',
    clientId,
  });
  await post(`/api/campaigns/${campaign.id}/send`);
  const { html } = await mailTo(to, subject);
  const link = (place: 'u' | 'p') => new RegExp(`https?://[^"]+/t/${place}/[\\w-]+`).exec(html)?.[0] ?? '';
  return { email, api, clientId, contactId: contact.id, links: { out: link('u'), choose: link('p') } };
}

/** Opens it as somebody with that language and theme, and says what it weighed and whether anything ran. */
async function opened(
  browser: Browser,
  address: string,
  look: { locale: string; colorScheme: 'light' | 'dark'; width: number },
) {
  const context = await browser.newContext({
    locale: look.locale,
    colorScheme: look.colorScheme,
    viewport: { width: look.width, height: 844 },
  });
  const page = await context.newPage();
  let bytes = 0;
  const loaded: Promise<void>[] = [];
  page.on('response', (response) => {
    loaded.push(response.body().then((body) => void (bytes += body.length)));
  });
  const answer = await page.goto(address);
  await Promise.all(loaded);
  return { page, answer, bytes, close: () => context.close() };
}

const headings = {
  'en-US': ['Unsubscribe from our emails', 'Email preferences', 'This code is no longer active', 'Link not found'],
  'es-ES': [
    'Darse de baja de nuestros correos',
    'Preferencias de correo',
    'Este código ya no está activo',
    'Enlace no encontrado',
  ],
  'fr-FR': ['Se désabonner de nos e-mails', 'Préférences e-mail', 'Ce code n’est plus actif', 'Lien introuvable'],
} as const;

async function inactiveCode(api: APIRequestContext, clientId: string): Promise<string> {
  const made = await api.post('/api/qr-codes', {
    data: { name: 'Window', targetUrl: 'https://example.com/', clientId },
  });
  const { id, shortCode } = (await made.json()) as { id: string; shortCode: string };
  await api.put(`/api/qr-codes/${id}`, { data: { isActive: false } });
  return `${linkOrigin}/qr/${shortCode}`;
}

test(
  'pages for recipients are light, without scripts and fit for all, in three languages and both themes',
  { tag: '@nightly' },
  async ({ browser }) => {
    const { api, clientId, links } = await mailedByBakery();
    const addresses = [links.out, links.choose, await inactiveCode(api, clientId), `${linkOrigin}/qr/nothere123`];

    for (const [locale, names] of Object.entries(headings)) {
      for (const [at, address] of addresses.entries()) {
        for (const look of [
          { colorScheme: 'light', width: 1440 },
          { colorScheme: 'dark', width: 320 },
        ] as const) {
          const { page, answer, bytes, close } = await opened(browser, address, { locale, ...look });
          const name = names[at] ?? '';
          const where = `${locale} ${name} ${look.colorScheme}`;
          await expect(page.getByRole('heading', { level: 1, name }), where).toBeVisible();
          if (at < 3) await expect(page.getByText(bakery, { exact: true }), where).toBeVisible();
          expect(await page.locator('script').count(), where).toBe(0);
          expect(answer?.headers()['content-security-policy'], where).toContain("default-src 'none'");
          expect(bytes, where).toBeLessThan(mostBytes);
          await expect.poll(() => scrollsSideways(page), where).toBe(false);
          await expectNothingGrave(page, where);
          await close();
        }
      }
    }
  },
);

test('somebody without scripts leaves, comes back, takes a break and ends it, from a real email', async ({
  browser,
}) => {
  const { api, contactId, links } = await mailedByBakery();
  const contact = async () =>
    (await (await api.get(`/api/contacts/${contactId}`)).json()) as { status: string; mailPausedUntil: string | null };
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  await page.goto(links.out);
  await expect(page.getByText('h…@journey.example')).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible();
  await expect.poll(async () => (await contact()).status).toBe('unsubscribed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(async () => (await contact()).status).toBe('active');

  await page.goto(links.choose);
  await expect(page.getByRole('button', { name: 'Resume emails' })).toHaveCount(0);
  await page.getByLabel(/90 days/).check();
  await page.getByRole('button', { name: 'Pause emails' }).click();
  await expect(page.getByRole('heading', { name: 'Emails paused' })).toBeVisible();
  await expect.poll(async () => (await contact()).mailPausedUntil).not.toBeNull();
  await page.goto(links.choose);
  await page.getByRole('button', { name: 'Resume emails' }).click();
  await expect(page.getByRole('heading', { name: 'Emails resumed' })).toBeVisible();
  await expect.poll(async () => (await contact()).mailPausedUntil).toBeNull();
  await context.close();
});

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

test('an admin gives a client its brand, and unsaved changes ask before they are lost', async ({ page }) => {
  const { api, email } = await registerByCall('AGENCY');
  const made = await api.post('/api/clients', { data: { name: bakery, email: null } });
  const { id: clientId } = (await made.json()) as { id: string };
  await signedInAt(page, email);
  await page.request.post('/api/auth/set-active-client', { data: { clientId } });
  await page.goto('/dashboard/settings/brand');

  await page.getByLabel('Name').fill('Maple & Rye');
  await page.getByRole('group', { name: 'Accent color' }).getByRole('radio', { name: 'Brown' }).check();
  await expect(page.getByText('6.5:1 contrast with white text')).toBeVisible();
  await page.getByLabel('Website').fill('mapleandrye.com');
  await page.getByLabel('Postal address').fill('418 Alder Street');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();

  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save(page).click();
  await expect(toast(page, 'Brand saved')).toBeVisible();
  await expect(save(page)).toHaveCount(0);

  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Maple & Rye');
  await expect(page.getByLabel('Website')).toHaveValue('https://mapleandrye.com/');
  await expect(page.locator('form img')).toHaveJSProperty('complete', true);
});
