import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
let colleague: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  colleague = await joinTeam(api, admin, 'USER');
});
afterAll(() => api.close());

const versionsOf = async (id: string) => (await ask(admin, 'GET', `/api/campaigns/${id}/versions`)).items;
/** As if nobody had changed it for an hour. */
const anHourLater = (id: string) =>
  api.db.owner.query(`update campaign_versions set begun_at = begun_at - interval '1 hour' where campaign_id = $1`, [
    id,
  ]);

describe('two people who edit one draft', () => {
  test('lose nothing: whoever read an older one is told who saved and when', async () => {
    const { id, version } = await draft(admin);
    const path = `/api/campaigns/${id}`;

    const first = await admin.request('PUT', path, { version, subject: 'Mine' });
    const second = await colleague.request('PUT', path, { version, subject: 'Theirs' });

    expect(first).toMatchObject({ status: 200, body: { version: version + 1, subject: 'Mine' } });
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'campaign_changed',
        message: `${admin.user.name} saved this campaign while you were editing.`,
        fields: { by: admin.user.name, at: first.body.updatedAt, version: String(version + 1) },
      },
    });
    expect((await ask(admin, 'GET', path)).subject).toBe('Mine');
  });

  test('may overwrite knowingly, with the version they were told', async () => {
    const { id, version } = await draft(admin);
    const path = `/api/campaigns/${id}`;
    await ask(admin, 'PUT', path, { version, subject: 'Mine' });

    const kept = await colleague.request('PUT', path, { version: version + 1, subject: 'Theirs' });

    expect(kept).toMatchObject({ status: 200, body: { subject: 'Theirs', version: version + 2 } });
  });

  test('at the same moment are served one after the other, and one is told', async () => {
    const { id, version } = await draft(admin);

    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((person, at) =>
        person.request('PUT', `/api/campaigns/${id}`, { version, subject: `Number ${at}` }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  });
});

describe('versions', () => {
  test('are one for the changes of one person in some minutes, and one for each person', async () => {
    const { id } = await draft(admin);
    for (const subject of ['One', 'Two', 'Three']) await ask(admin, 'PUT', `/api/campaigns/${id}`, { subject });
    await ask(colleague, 'PUT', `/api/campaigns/${id}`, { subject: 'Four' });
    await anHourLater(id);
    await ask(colleague, 'PUT', `/api/campaigns/${id}`, { htmlContent: '<p>Five</p>' });

    const items = await versionsOf(id);

    expect(items).toMatchObject([
      { version: 6, subject: 'Four', by: colleague.user.name, byId: colleague.user.id, isCurrent: true },
      { version: 5, subject: 'Four', by: colleague.user.name, isCurrent: false },
      { version: 4, subject: 'Three', by: admin.user.name, isCurrent: false },
    ]);
  });

  test('keep what was there before a template, however short ago it was saved', async () => {
    const { id } = await draft(admin);
    await ask(admin, 'PUT', `/api/campaigns/${id}`, { htmlContent: '<p>By hand</p>' });
    await ask(admin, 'PUT', `/api/campaigns/${id}`, { htmlContent: '<p>Template</p>', checkpoint: true });

    const [, before] = await versionsOf(id);
    const read = await ask(admin, 'GET', `/api/campaigns/${id}/versions/${before.id}`);

    expect(read).toMatchObject({ content: { html: '<p>By hand</p>', text: '' }, isCurrent: false });
  });

  test('are restored as a change of their own, and nothing is deleted', async () => {
    const { id, version, recipients } = await draft(admin, { previewText: 'Look', textContent: 'Plain' });
    await anHourLater(id);
    await ask(admin, 'PUT', `/api/campaigns/${id}`, {
      subject: 'Other',
      previewText: '',
      content: { html: '<p>Other</p>', text: '' },
    });
    const first = (await versionsOf(id)).at(-1);

    const restored = await ask(admin, 'POST', `/api/campaigns/${id}/versions/${first.id}/restore`);

    expect(restored).toMatchObject({
      version: version + 2,
      subject: 'Spring is here',
      previewText: 'Look',
      content: { html: '<p>Hello {{first_name}}</p>', text: 'Plain' },
      recipients,
    });
    expect((await versionsOf(id)).map(({ subject }: { subject: string }) => subject)).toEqual([
      'Spring is here',
      'Other',
      'Spring is here',
    ]);
  });

  test('are not made by changes of recipients or time, which count all the same', async () => {
    const { id, version } = await draft(admin);

    const changed = await ask(admin, 'PUT', `/api/campaigns/${id}`, { scheduledAt: '2040-01-01T10:00:00Z' });

    expect(changed.version).toBe(version + 1);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('of a campaign older than versions begin with what it said', async () => {
    const { id } = await draft(admin);
    await api.db.owner.query('delete from campaign_versions where campaign_id = $1', [id]);

    await ask(admin, 'PUT', `/api/campaigns/${id}`, { subject: 'New' });

    expect((await versionsOf(id)).map(({ subject }: { subject: string }) => subject)).toEqual([
      'New',
      'Spring is here',
    ]);
  });

  test('are 50 at most, the newest', async () => {
    const { id } = await draft(admin);
    for (let at = 0; at < 55; at += 1)
      await ask(admin, 'PUT', `/api/campaigns/${id}`, { subject: `Number ${at}`, checkpoint: true });

    const items = await versionsOf(id);

    expect([items.length, items[0].subject, items.at(-1).subject]).toEqual([50, 'Number 54', 'Number 5']);
  });

  test('are read by a VIEWER and restored by nobody but who may write, while it is a draft', async () => {
    const viewer = await joinTeam(api, admin, 'VIEWER');
    const { id } = await draft(admin);
    const [version] = await versionsOf(id);
    const path = `/api/campaigns/${id}/versions/${version.id}`;
    const refused = await viewer.request('POST', `${path}/restore`);
    await api.db.owner.query(`update campaigns set status = 'COMPLETED', sent_at = now() where id = $1`, [id]);

    const late = await admin.request('POST', `${path}/restore`);

    expect([(await viewer.request('GET', path)).status, refused.status, late.status]).toEqual([200, 403, 409]);
  });
});
