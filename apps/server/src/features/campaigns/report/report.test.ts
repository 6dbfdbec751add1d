import { defaultTheme } from '@waggle/contracts/email-document';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { path, reportSteps, scanner } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const { sent, hit, counted } = reportSteps(() => api);

describe('the report of a campaign', () => {
  test('tells what people did by hour and device, and machines apart', async () => {
    const admin = await readyAdmin(api);
    const [one, two] = await addPeople(api, admin, 3);
    const id = await sent(admin, { htmlContent: '<p>Hello <a href="https://maple.example/">shop</a></p>' });

    await hit(admin, id, { email: one!.email, kind: 'open' });
    await hit(admin, id, { email: one!.email, kind: 'click' });
    await hit(admin, id, { email: two!.email, kind: 'open', userAgent: scanner });
    await counted(admin, id, { opened: 1, clicked: 1, machineOpened: 1 });

    const report = await ask(admin, 'GET', `${path(id)}/report?span=24h`);
    const sum = (of: 'opens' | 'clicks') =>
      report.hours.reduce((total: number, hour: Record<typeof of, number>) => total + hour[of], 0);
    expect([sum('opens'), sum('clicks')]).toEqual([1, 1]);
    expect(report.devices).toContainEqual({ device: 'phone', opens: 1, clicks: 1 });
    expect(report.machine).toEqual({ opens: 1, clicks: 0 });
  }, 60_000);

  test('compares with campaigns before it, newest first, and with none after it', async () => {
    const admin = await readyAdmin(api);
    await addPeople(api, admin, 1);
    const ids: string[] = [];
    for (const name of ['March', 'April', 'May']) ids.push(await sent(admin, { name }));

    const before = async (id: string) =>
      (await ask(admin, 'GET', `${path(id)}/report`)).before.map(
        ({ name, stats }: { name: string; stats: { sent: number } }) => [name, stats.sent],
      );

    expect(await before(ids[2]!)).toEqual([
      ['April', 1],
      ['March', 1],
    ]);
    expect(await before(ids[0]!)).toEqual([]);
  }, 60_000);

  test('is empty before a campaign starts, and is for a VIEWER too', async () => {
    const admin = await readyAdmin(api);
    const { id } = await draft(admin);
    const viewer = await joinTeam(api, admin, 'VIEWER');

    expect(await ask(viewer, 'GET', `${path(id)}/report`)).toMatchObject({ hours: [], before: [] });
  });
});

describe('sending again to those who did not open', () => {
  test('is not kept from it by an image that everybody got without a text', async () => {
    const admin = await readyAdmin(api);
    await addPeople(api, admin, 1);
    const image = { kind: 'image', id: 'a', src: 'https://bakery.test/loaf.png', alt: '', decorative: true };
    const id = await sent(admin, { document: { version: 1, theme: defaultTheme, blocks: [image] } });
    // As it was sent before anybody was asked for a text.
    await api.db.owner.query(`update campaigns set document = document #- '{blocks,0,decorative}' where id = $1`, [id]);

    const { campaignId } = await ask(admin, 'POST', `${path(id)}/resend`, { name: 'Again', segmentName: 'Quiet' });
    const copy = await ask(admin, 'GET', path(campaignId));
    const original = await ask(admin, 'GET', path(id));
    const answer = await admin.request('POST', `${path(campaignId)}/send`, {});

    expect(original.document.blocks[0]).not.toHaveProperty('decorative');
    expect(copy.content).toEqual(original.content);
    expect(answer.status).toBe(200);
  }, 60_000);

  test('reaches exactly them, by a draft and a segment that are used again', async () => {
    const admin = await readyAdmin(api);
    const [opener, ...others] = await addPeople(api, admin, 3);
    const id = await sent(admin);
    await hit(admin, id, { email: opener!.email, kind: 'open' });
    await counted(admin, id, { opened: 1 });
    const body = { name: 'Spring, once more', segmentName: 'Did not open: Spring' };

    const { campaignId } = await ask(admin, 'POST', `${path(id)}/resend`, body);
    const again = await ask(admin, 'POST', `${path(id)}/resend`, body);
    const copy = await ask(admin, 'GET', path(campaignId));
    const count = await ask(admin, 'POST', '/api/campaigns/audience', { recipients: copy.recipients });
    await ask(admin, 'POST', `${path(campaignId)}/send`, {});
    await vi.waitFor(async () => expect((await ask(admin, 'GET', path(campaignId))).status).toBe('COMPLETED'), 30_000);

    expect(copy).toMatchObject({ name: 'Spring, once more', status: 'DRAFT', subject: 'Spring is here' });
    expect(count.recipients).toBe(2);
    const { items } = await ask(admin, 'GET', `${path(campaignId)}/recipients`);
    expect(items.map(({ email }: { email: string }) => email).toSorted()).toEqual(
      others.map(({ email }) => email).toSorted(),
    );
    const second = await ask(admin, 'GET', path(again.campaignId));
    expect(second.recipients.segmentIds).toEqual(copy.recipients.segmentIds);
  }, 60_000);

  test('needs a campaign that was sent, with opens tracked', async () => {
    const admin = await readyAdmin(api);
    await addPeople(api, admin, 1);
    const { id } = await draft(admin);
    const untracked = await sent(admin, { tracking: { opens: false, clicks: true } });
    const resend = (campaignId: string) =>
      admin.request('POST', `${path(campaignId)}/resend`, { name: 'Again', segmentName: 'Quiet' });

    expect((await resend(id)).body).toMatchObject({ code: 'wrong_state' });
    expect((await resend(untracked)).body).toMatchObject({ code: 'wrong_state' });
  }, 60_000);
});
