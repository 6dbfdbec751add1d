import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/profile/photo';
const upload = (person: Person, content: Buffer) => person.request('POST', path, content);

/** Red, green and blue thirds from left to right; the middle square of it is green. */
async function wide(): Promise<Buffer> {
  const third = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, green, blue] = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(third));
  return sharp({ create: { width: 900, height: 300, channels: 3, background: '#000000' } })
    .composite([
      { input: red!, left: 0, top: 0 },
      { input: green!, left: 300, top: 0 },
      { input: blue!, left: 600, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer();
}

/** The row behind an address, as whoever serves files finds it. */
async function stored(url: string) {
  const token = url.split('/').at(-1)!.split('.')[0];
  const { rows } = await api.db.owner.query(
    `select c.content, f.expires_at from files f join file_contents c on c.organization_id = f.organization_id and c.id = f.content_id where f.token = $1`,
    [token],
  );
  return rows[0];
}

describe('a photo', () => {
  test('is the middle of what was sent, as a square of 256 without anything else', async () => {
    const admin = await registerAdmin(api);

    const answer = await upload(admin, await wide());
    const { content, expires_at: expiresAt } = await stored(answer.body.photoUrl);
    const picture = sharp(content);
    const { data } = await picture.clone().raw().toBuffer({ resolveWithObject: true });

    expect(answer).toMatchObject({ status: 200, body: { photoUrl: expect.stringMatching(/^\/f\/[\w-]+\.webp$/) } });
    expect(await picture.metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
    expect((await picture.metadata()).exif).toBeUndefined();
    expect([data[0]! < 40, data[1]! > 200, data[2]! < 40]).toEqual([true, true, true]);
    expect(expiresAt).toBeNull();
    expect((await ask(admin, 'GET', '/api/auth/me')).photoUrl).toBe(answer.body.photoUrl);
  });

  test('is seen in the team list and beside notes', async () => {
    const admin = await registerAdmin(api);
    const { photoUrl } = (await upload(admin, await wide())).body;
    const { id } = await ask(admin, 'POST', '/api/contacts', { email: 'hannah@photo.example' });
    const note = await ask(admin, 'POST', `/api/contacts/${id}/notes`, { text: 'Called back.' });

    const { items } = await ask(admin, 'GET', '/api/team/members');
    const notes = await ask(admin, 'GET', `/api/contacts/${id}/notes?limit=10`);

    expect(items[0].photoUrl).toBe(photoUrl);
    expect([note.authorPhotoUrl, notes.items[0].authorPhotoUrl]).toEqual([photoUrl, photoUrl]);
  });

  test('ends when it is replaced or removed', async () => {
    const admin = await registerAdmin(api);
    const first = (await upload(admin, await wide())).body.photoUrl;
    const second = (
      await upload(
        admin,
        await sharp(await wide())
          .rotate(90)
          .toBuffer(),
      )
    ).body.photoUrl;
    const replaced = await stored(first);
    const removed = await admin.request('DELETE', path);

    expect(replaced).toBeUndefined();
    expect(removed).toMatchObject({ status: 200, body: { photoUrl: null } });
    expect(await stored(second)).toBeUndefined();
    expect((await admin.request('DELETE', path)).status).toBe(200);
  });

  test('goes with the person, also while one client is on screen', async () => {
    const admin = await registerAdmin(api);
    const client = await ask(admin, 'POST', '/api/clients', { name: 'Bakery' });
    const people = [await joinTeam(api, admin, 'USER'), await joinTeam(api, admin, 'USER', client.id)];
    const urls: string[] = [];
    for (const person of people) urls.push((await upload(person, await wide())).body.photoUrl);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: client.id });
    const before = await Promise.all(urls.map(stored));

    for (const { user } of people) await admin.request('DELETE', `/api/team/members/${user.id}`);

    expect(before.every((row) => row?.expires_at === null)).toBe(true);
    expect(await Promise.all(urls.map(stored))).toEqual([undefined, undefined]);
  });

  test('is no program, no animation, no bomb and no more than 2 MB', async () => {
    const admin = await registerAdmin(api);
    const strip = await sharp({ create: { width: 9_000, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();

    const answers = [
      await upload(admin, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
      await upload(admin, Buffer.concat([(await wide()).subarray(0, 600), Buffer.alloc(50)])),
      await upload(admin, strip),
      await upload(admin, Buffer.alloc(2 * 1_024 * 1_024 + 1)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
    expect((await ask(admin, 'GET', '/api/auth/me')).photoUrl).toBeNull();
  });
});
