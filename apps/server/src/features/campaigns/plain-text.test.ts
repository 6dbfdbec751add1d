import { defaultTheme } from '@waggle/contracts/email-document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
});
afterAll(() => api.close());

const blocks = (text: string, color = 'text') => ({
  version: 1,
  theme: defaultTheme,
  blocks: [{ kind: 'heading', id: 'a', level: 1, text: [{ text }], color }],
});
const preview = (id: string, body: object = {}) => ask(admin, 'POST', `/api/campaigns/${id}/preview`, body);
const ofCode = async (id: string, code: string) =>
  (await ask(admin, 'GET', `/api/campaigns/${id}/check`)).lines.find((line: { code: string }) => line.code === code);

/** A campaign of blocks whose text somebody wrote with the generated one before them. */
async function edited(own = 'My own words, {{ first_name | default: "friend" }}') {
  const { id } = await draft(admin, { htmlContent: undefined, document: blocks('Spring') });
  const { generated } = await preview(id);
  const saved = await ask(admin, 'PUT', `/api/campaigns/${id}`, { textContent: own, textBasis: generated.basis });
  return { id, path: `/api/campaigns/${id}`, own, basis: generated.basis as string, saved };
}

describe('the own text of an email of blocks', () => {
  test('is sent with its fields filled in, and the way out stays below it', async () => {
    const { id } = await edited();

    const { text, generated } = await preview(id);

    expect(text).toContain('My own words, ');
    expect(text).not.toContain('{{');
    expect(text).toContain('Unsubscribe: http');
    expect(text).toContain('1 High Street');
    expect(generated.text).toBe('Spring\n');
  });

  test('is not touched by a change of the blocks, and before sending somebody is told', async () => {
    const { id, path, own, basis, saved } = await edited();
    expect(saved.content).toEqual({ html: '', text: own, textBasis: basis });
    expect(await ofCode(id, 'plain-text')).toBeUndefined();

    await ask(admin, 'PUT', path, { document: blocks('Spring', 'accent') });
    expect(await ofCode(id, 'plain-text')).toBeUndefined();

    const changed = await ask(admin, 'PUT', path, { document: blocks('Summer') });
    expect(changed.content).toEqual({ html: '', text: own, textBasis: basis });
    expect(await ofCode(id, 'plain-text')).toMatchObject({
      level: 'warning',
      message: 'The email has changed since you edited the plain text.',
      action: 'edit-content',
    });
    expect((await preview(id)).generated).toMatchObject({ text: 'Summer\n' });
  });

  test('goes along into versions, a restored one and a copy', async () => {
    const { path, own, basis } = await edited();
    const copy = await ask(admin, 'POST', `${path}/duplicate`);
    await ask(admin, 'PUT', path, { textContent: '', checkpoint: true });
    const [generated, before] = (await ask(admin, 'GET', `${path}/versions`)).items;
    const read = await ask(admin, 'GET', `${path}/versions/${before.id}`);
    const empty = await ask(admin, 'GET', `${path}/versions/${generated.id}`);
    const restored = await ask(admin, 'POST', `${path}/versions/${before.id}/restore`);

    const content = { html: '', text: own, textBasis: basis };
    expect([copy.content, read.content, restored.content]).toEqual([content, content, content]);
    expect(empty.content).toEqual({ html: '', text: '', textBasis: null });
  });

  test('is not written over by who read an older one', async () => {
    const { path, own, saved } = await edited();
    const older = { document: blocks('Theirs'), textContent: '', version: saved.version - 1 };

    const refused = await admin.request('PUT', path, older);

    expect(refused).toMatchObject({ status: 409, body: { code: 'campaign_changed' } });
    expect((await ask(admin, 'GET', path)).content.text).toBe(own);
  });

  test('with a field nobody knows blocks sending and names the line', async () => {
    const { id } = await edited('First\n{{ nobody_knows }}');

    expect(await ofCode(id, 'content')).toMatchObject({
      level: 'blocking',
      message: expect.stringMatching(/line 2\)$/),
    });
  });

  test.each(['short', 'x'.repeat(23), 'spaces are not in it !'])(
    'has a basis only as previews give it: %s',
    async (basis) => {
      const answer = await admin.request('POST', '/api/campaigns', {
        name: 'x',
        subject: 'x',
        document: blocks('x'),
        textContent: 'x',
        textBasis: basis,
      });

      expect(answer.status).toBe(400);
    },
  );
});

describe('the text of an HTML email', () => {
  const html =
    '<p>Hi {{first_name}}</p><a href="https://maple.example/é?x={{email}}">Order</a> <a href="{{unsubscribe_url}}">Out</a>';

  test('is generated as an author would write it, the same whether clicks are counted or not', async () => {
    const { id } = await draft(admin, { htmlContent: `${html}<a href="https://maple.example/ü">More</a>` });

    const { generated } = await preview(id);
    await ask(admin, 'PUT', `/api/campaigns/${id}`, { textContent: generated.text, textBasis: generated.basis });
    const again = await preview(id);

    expect(generated.text).toContain('Hi {{first_name}}');
    expect(generated.text).toContain('?x={{email}}');
    expect(generated.text).toContain('[{{unsubscribe_url}}]');
    expect(generated.text).toContain('https://maple.example/%C3%BC');
    expect(again.problems).toEqual([]);
    expect(again.text).toContain('Unsubscribe: http');
    // The check compiles with clicks counted.
    expect(await ofCode(id, 'plain-text')).toBeUndefined();
  });

  test('that somebody wrote stays when the HTML changes, with a word about it', async () => {
    const { id } = await draft(admin, { htmlContent: html });
    const { generated } = await preview(id);
    const path = `/api/campaigns/${id}`;
    await ask(admin, 'PUT', path, { content: { html, text: 'Mine', textBasis: generated.basis } });

    const changed = await ask(admin, 'PUT', path, { htmlContent: '<p>Other</p>' });

    expect(changed.content).toEqual({ html: '<p>Other</p>', text: 'Mine', textBasis: generated.basis });
    expect(await ofCode(id, 'plain-text')).toMatchObject({ level: 'warning' });
  });
});

describe('a template', () => {
  test('keeps an own text, and says which one it is', async () => {
    const { own, basis } = await edited();
    const body = { name: 'Own', subject: 'Hi', document: blocks('Spring') };

    const generated = await ask(admin, 'POST', '/api/email-templates', body);
    const written = await ask(admin, 'POST', '/api/email-templates', { ...body, textContent: own, textBasis: basis });
    const copy = await ask(admin, 'POST', `/api/email-templates/${written.id}/duplicate`, {});
    const renewed = await ask(admin, 'PUT', `/api/email-templates/${written.id}`, { textContent: '' });

    expect(generated).toMatchObject({ textContent: 'Spring\n', textBasis: null });
    expect(written).toMatchObject({ textContent: own, textBasis: basis });
    expect(copy).toMatchObject({ textContent: own, textBasis: basis });
    expect(renewed).toMatchObject({ textContent: 'Spring\n', textBasis: null });
  });
});
