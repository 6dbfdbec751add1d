import { randomUUID } from 'node:crypto';
import { defaultTheme } from '@waggle/contracts/email-document';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { redPixel } from '../../../test/matrix/tenant-fixture.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

export type Bakery = Awaited<ReturnType<typeof openBakery>>;

export const show = (admin: Person, clientId: string | null) =>
  ask(admin, 'POST', '/api/auth/set-active-client', { clientId });

export const attempt = () => `attempt-${randomUUID()}`;

/** Tables whose rows are never copied, and columns by which a client has some. */
export const neverCopied = [
  'contacts',
  'contact_tags',
  'contact_activity',
  'campaigns',
  'form_submissions',
  'form_versions',
  'sending_domains',
  'smtp_connections',
  'suppressions',
  'segment_counts',
  'images',
] as const;

/** An agency whose client Maple & Rye Bakery has some of everything. */
export async function openBakery(api: TestApi, admin?: Person) {
  const owner = admin ?? (await registerAdmin(api));
  const { organizationId } = owner.user;
  await api.db.owner.query(`update organizations set subscription_tier = 'plus' where id = $1`, [organizationId]);
  const { id } = await ask(owner, 'POST', '/api/clients', { name: 'Maple & Rye Bakery', email: 'hi@rye.example' });
  await show(owner, id);
  const made = (path: string, body: object) => ask(owner, 'POST', path, body);
  const tags = [await made('/api/tags', { name: 'VIP' }), await made('/api/tags', { name: 'Wholesale' })];
  await made('/api/contact-fields', { label: 'Favorite bread', type: 'choice', options: ['Rye', 'Oat'] });
  await made('/api/contact-fields', { label: 'Birthday', type: 'date' });
  const form = await made('/api/forms', breadClub(tags[0].id, owner.user.id));
  const campaign = await made('/api/campaigns', { name: 'Spring', subject: 'Spring', htmlContent: '<p>Hello</p>' });
  for (const [name, rules] of Object.entries(segmentsOf(tags[0].id, form.id, campaign.id)))
    await made('/api/segments', { name, rules: { match: 'all', rules } });
  await made('/api/email-templates', {
    name: 'Weekly',
    subject: 'This week at Maple & Rye Bakery',
    document: weekly(tags[1].id),
  });
  await made('/api/email-templates', {
    name: 'Pasted',
    subject: 'Pasted',
    htmlContent: '<p>Maple &amp; Rye Bakery</p>',
  });
  await made('/api/qr-presets', { name: 'Counter', design: { foreground: '#1E3A5F', frameText: 'Scan me' } });
  const logo = (await owner.request('POST', '/api/brand/logos', redPixel)).body;
  const brand = await ask(owner, 'GET', '/api/brand');
  await ask(owner, 'PUT', `/api/brands/${brand.id}`, { ...look, name: '', logoId: logo.id });
  await fillNeverCopied(api, organizationId, { clientId: id, tagId: tags[0].id, formId: form.id });
  await show(owner, null);
  return { owner, organizationId, id, tags: tags as { id: string }[], form: form as { id: string }, campaign };
}

export const look = {
  accent: '#8a4f16',
  website: 'https://mapleandrye.dev/',
  postalAddress: '418 Alder Street\nPortland',
  highlight: '#e0a458',
  headingFont: 'serif',
  bodyFont: 'sans',
  socialLinks: [{ network: 'instagram', href: 'https://instagram.com/mapleandrye' }],
  footerText: 'Baked in Portland.',
};

const breadClub = (tagId: string, memberId: string) => ({
  name: 'Bread club',
  fields: [
    { id: 'field_1', type: 'email', label: 'Email', required: true, tagIds: [tagId] },
    { id: 'field_2', type: 'select', label: 'Bread', options: ['Rye', 'Oat'], fills: 'custom.favorite_bread' },
    { id: 'field_3', type: 'consent', label: 'I want emails from Maple & Rye Bakery' },
  ],
  tagIds: [tagId],
  settings: { title: 'Join Maple & Rye Bakery', redirectUrl: 'https://mapleandrye.dev/thanks', notify: [memberId] },
  allowedOrigins: ['https://mapleandrye.dev'],
});

const segmentsOf = (tagId: string, formId: string, campaignId: string) => ({
  VIPs: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] }],
  'Club members with a birthday': [
    { kind: 'form', op: 'submitted', formId },
    { kind: 'custom', key: 'birthday', op: 'isNotEmpty' },
  ],
  'VIPs who opened Spring': [
    { kind: 'tag', op: 'hasAllOf', tagIds: [tagId] },
    { kind: 'campaign', op: 'opened', campaignId },
  ],
  'Opened Spring': [{ kind: 'campaign', op: 'opened', campaignId }],
});

const weekly = (tagId: string) => ({
  version: 1,
  theme: { ...defaultTheme, light: { ...defaultTheme.light, accent: look.accent } },
  blocks: [
    { kind: 'heading', id: 'a', level: 1, text: [{ text: 'Fresh from Maple & Rye Bakery' }] },
    { kind: 'button', id: 'b', label: [{ text: 'Order' }], href: 'https://mapleandrye.dev/order' },
    { kind: 'divider', id: 'c', showIf: { kind: 'tag', tagId, has: true } },
  ],
});

type Filled = { clientId: string; tagId: string; formId: string };

async function fillNeverCopied({ db }: TestApi, organizationId: string, { clientId, tagId, formId }: Filled) {
  const values = [organizationId, clientId];
  await db.owner.query(
    `with person as (
       insert into contacts (organization_id, client_id, email) values ($1, $2, 'ana@rye.example') returning *)
     insert into contact_tags (organization_id, client_id, contact_id, tag_id, contact_created_at)
     select $1, $2, id, $3, created_at from person`,
    [...values, tagId],
  );
  await db.owner.query(
    `insert into form_submissions (organization_id, client_id, form_id, id, version, answers, outcome, submitted_at)
     values ($1, $2, $3, new_id(), 1, '{}', 'no-address', now())`,
    [...values, formId],
  );
  await db.owner.query(
    `insert into sending_domains (organization_id, client_id, domain, state) values ($1, $2, $3, 'verified')`,
    [...values, `d${organizationId.slice(-8)}.example`],
  );
}
