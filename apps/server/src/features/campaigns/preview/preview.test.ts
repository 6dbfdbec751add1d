import { everyBlock } from '@waggle/email/document/every-block.fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
let people: { id: string; email: string }[];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  people = await addPeople(api, admin, 2);
  await api.db.owner.query(
    `insert into contact_fields (organization_id, key, label, type) values ($1, 'plan', 'Plan', 'text')`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

const preview = (id: string, body: object = {}) => ask(admin, 'POST', `/api/campaigns/${id}/preview`, body);
/** Links out of the email carry a token of their own in each. */
const withoutTokens = (html: string): string => html.replaceAll(/\/(?:u|p|v)\/[\w-]{20,200}/g, '/token').trim();

describe('the preview', () => {
  test.each([
    ['HTML', { htmlContent: '<p>Hello {{first_name}}, <a href="https://maple.test/é">see</a></p>' }],
    ['blocks', { htmlContent: undefined, document: everyBlock }],
  ])('of %s is what the contact then gets', async (_, written) => {
    const { id } = await draft(admin, {
      ...written,
      tracking: { opens: false, clicks: false },
      subject: 'For {{first_name}} ✓',
      previewText: 'Look, {{first_name}}',
      recipients: { type: 'segments', contactIds: [people[0]!.id] },
    });

    const shown = await preview(id, { contactId: people[0]!.id });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    const sentAfter = api.mail.mails.length;
    const mail = await api.mail.waitFor(people[0]!.email, ({ id }) => id > sentAfter);

    expect(shown).toMatchObject({
      subject: 'For Person 1 ✓',
      previewText: 'Look, Person 1',
      from: { name: 'Maple & Rye', email: admin.sender.fromEmail },
    });
    expect(shown.problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(mail.subject).toBe(shown.subject);
    expect(withoutTokens(mail.html)).toBe(withoutTokens(shown.html));
    expect(withoutTokens(mail.text)).toBe(withoutTokens(shown.text));
  });

  test('has the link parameters of the campaign, and so do test and email; its HTML stays as it was typed', async () => {
    const htmlContent =
      '<p><a href="https://maple.test/club?a=1#part">See</a> <a href="mailto:a@maple.test">Ask</a></p>';
    const { id } = await draft(admin, {
      htmlContent,
      name: 'Spring club',
      tracking: { opens: true, clicks: true },
      utm: { term: 'bread & butter' },
      recipients: { type: 'segments', contactIds: [people[1]!.id] },
    });
    const address =
      'https://maple.test/club?a=1&utm_source=waggle&utm_medium=email&utm_campaign=spring-club&utm_term=bread%20%26%20butter#part';

    const shown = await preview(id);
    const without = await preview(id, { utm: null });
    await ask(admin, 'POST', `/api/campaigns/${id}/test`, {});
    const test = await api.mail.waitFor(admin.user.email, ({ html }) => html.includes('See'));
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    const mail = await api.mail.waitFor(people[1]!.email, ({ html }) => html.includes('See'));
    const copy = await ask(admin, 'POST', `/api/campaigns/${id}/duplicate`);
    const links = await ask(admin, 'GET', `/api/campaigns/${id}/links`);

    expect(shown.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    expect(without.html).toContain('href="https://maple.test/club?a=1#part"');
    expect(test.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
    expect(mail.html).toContain('href="mailto:a@maple.test"');
    expect(JSON.stringify(links)).toContain(address);
    expect(copy.content.html).toBe(htmlContent);
    expect(copy.utm).toEqual({ source: '', medium: '', campaign: '', term: 'bread & butter', content: '' });
  });

  test('shows what was not saved, and saves nothing of it', async () => {
    const { id } = await draft(admin);

    const shown = await preview(id, { subject: 'Typed', content: { html: '<p>Not yet saved</p>', text: '' } });

    expect(shown.subject).toBe('Typed');
    expect(shown.html).toContain('Not yet saved');
    expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({ subject: 'Spring is here', version: 1 });
  });

  test('says what is taken out, and what keeps it from being sent', async () => {
    const { id } = await draft(admin, { htmlContent: '<p>Hi</p><script>alert(1)</script>' });

    const cleaned = await preview(id);
    const broken = await preview(id, { content: { html: '<p>{{ nobody_knows }}</p>', text: '' } });

    expect(cleaned.html).not.toContain('alert');
    expect(cleaned.removed).toHaveLength(1);
    expect(broken).toMatchObject({ html: '', text: '' });
    expect(broken.problems).toMatchObject([{ part: 'html', line: 1, severity: 'error' }]);
  });

  test('works before a sender is set up, for a VIEWER too, and shows no stranger', async () => {
    const fresh = await readyAdmin(api);
    await ask(fresh, 'DELETE', `/api/sending/senders/${fresh.sender.id}`);
    const viewer = await joinTeam(api, fresh, 'VIEWER');
    const { id } = await draft(fresh);

    const shown = await ask(viewer, 'POST', `/api/campaigns/${id}/preview`, {});
    const stranger = await viewer.request('POST', `/api/campaigns/${id}/preview`, { contactId: people[0]!.id });

    expect(shown).toMatchObject({ from: { name: null, email: null } });
    expect(shown.html).toContain('1 High Street');
    expect(stranger.status).toBe(404);
  });
});

describe('blocks', () => {
  test('are saved, read, copied and kept as a version, and HTML replaces them', async () => {
    const made = await draft(admin, { htmlContent: undefined, document: everyBlock });
    const path = `/api/campaigns/${made.id}`;
    const copy = await ask(admin, 'POST', `${path}/duplicate`);
    const html = await ask(admin, 'PUT', path, { htmlContent: '<p>By hand</p>', checkpoint: true });
    const [, before] = (await ask(admin, 'GET', `${path}/versions`)).items;
    const restored = await ask(admin, 'POST', `${path}/versions/${before.id}/restore`);

    expect(made).toMatchObject({ document: everyBlock, content: { html: '', text: '' } });
    expect(copy.document).toEqual(everyBlock);
    expect(html).toMatchObject({ document: null, content: { html: '<p>By hand</p>' } });
    expect(restored).toMatchObject({ document: everyBlock, content: { html: '' } });
  });

  test('keep text that somebody typed until somebody types another', async () => {
    const { id } = await draft(admin, { htmlContent: undefined, document: everyBlock, textContent: 'My own words' });

    const saved = await ask(admin, 'PUT', `/api/campaigns/${id}`, { document: { ...everyBlock, blocks: [] } });
    const own = await preview(id, { document: everyBlock });

    expect(saved.content.text).toBe('My own words');
    expect(own.text).toContain('My own words');
  });

  test('give back the HTML they become, for whoever goes on in HTML', async () => {
    const { id } = await draft(admin, { htmlContent: undefined, document: everyBlock });

    const { source } = await preview(id);

    expect(source.html).toContain('<!doctype html>');
    expect(source.html).not.toContain('1 High Street');
  });
});

test('HTML is kept byte for byte', async () => {
  const html = `<!-- kept -->\r\n<table  width=600\t><tr><td>é\u{1f331}&nbsp;<o:p></o:p></td></tr></table>${'<p>x</p>'.repeat(12_000)}`;

  const { id } = await draft(admin, { htmlContent: html });

  expect((await ask(admin, 'GET', `/api/campaigns/${id}`)).content.html).toBe(html);
});
