import { randomUUID } from 'node:crypto';
import { defaultTheme } from '@waggle/contracts/email-document';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../test/matrix/tenant-fixture.ts';
import { jpegOf, movingGif, pngOf, webpOf } from './test-pictures.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

type Asker = Pick<Person, 'request'>;
const upload = (person: Asker, content: Buffer, name = 'bread.png') =>
  person.request('POST', `/api/images?name=${encodeURIComponent(name)}`, content);
const added = async (person: Asker, name?: string) => (await upload(person, await pngOf(60, 40), name)).body;
const list = async (person: Asker, query = '') => (await person.request('GET', `/api/images?${query}`)).body;
const namesOf = async (person: Asker, query = '') =>
  (await list(person, query)).items.map(({ name }: { name: string }) => name);
const fileOf = async (url: string) => {
  const { rows } = await api.db.owner.query<{ content: Buffer; expires_at: Date | null }>(
    `select content, expires_at from files join file_contents c on c.id = files.content_id where token = $1`,
    [/\/f\/(.{24})/.exec(url)![1]],
  );
  return rows[0];
};

describe('an upload', () => {
  test('is drawn anew, kept and listed with who added it', async () => {
    const photo = await sharp(await jpegOf(2_400, 1_600))
      .withExif({ IFD0: { Artist: 'Secret place' } })
      .toBuffer();

    const { status, body } = await upload(admin, photo, 'country-loaf.jpg');

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'country-loaf.jpg',
      alt: '',
      width: 1_200,
      height: 800,
      addedBy: admin.user.name,
    });
    const stored = (await fileOf(body.url))!;
    expect(stored.expires_at).toBeNull();
    expect(stored.content.includes('Secret place')).toBe(false);
    expect((await list(admin)).items[0]).toEqual(body);
  });

  test('stays what inboxes can show: WebP becomes JPEG or PNG, and a GIF goes on moving', async () => {
    const kindOf = async (content: Buffer) => {
      const { url } = (await upload(admin, content)).body;
      const { format, pages } = await sharp((await fileOf(url))!.content).metadata();
      return [url.split('.').at(-1), format, pages ?? 1];
    };

    expect(await kindOf(await webpOf(30, 20))).toEqual(['jpg', 'jpeg', 1]);
    expect(await kindOf(await webpOf(30, 20, 4))).toEqual(['png', 'png', 1]);
    expect(await kindOf(await movingGif(30, 20, 5))).toEqual(['gif', 'gif', 5]);
  });

  test('of a photograph on its side stands upright', async () => {
    const lying = await sharp(await jpegOf(400, 200))
      .withMetadata({ orientation: 6 })
      .toBuffer();

    expect((await upload(admin, lying)).body).toMatchObject({ width: 200, height: 400 });
  });

  test('that is no picture, or a broken one, is refused in words and leaves no file', async () => {
    const person = await registerAdmin(api);
    const broken = (await pngOf(300, 300)).subarray(0, 120);

    const refused = [await upload(person, Buffer.from('II*\0, a scan')), await upload(person, broken)];

    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [400, "TIFF isn't supported. Save it as PNG or JPEG."],
      [400, "This image can't be read. Save it as PNG and try again."],
    ]);
    const { rows } = await api.db.owner.query('select from files where organization_id = $1', [
      person.user.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  test('is refused when the organization has no room left, and the room is told', async () => {
    const person = await registerAdmin(api);
    await api.db.owner.query(
      `insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place)
       select $1, sha256(convert_to(no::text, 'UTF8')), 10485760, 'image/png', 1, 1, 'disk' from generate_series(1, 102) no`,
      [person.user.organizationId],
    );
    await api.db.owner.query(
      `insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place)
       values ($1, sha256('rest'), 4194304, 'image/png', 1, 1, 'disk')`,
      [person.user.organizationId],
    );

    const { status, body } = await upload(person, await pngOf(50, 50));

    expect([status, body.code]).toEqual([409, 'quota_reached']);
    expect((await person.request('GET', '/api/images/storage')).body).toEqual({
      usedBytes: 1_024 ** 3,
      mostBytes: 1_024 ** 3,
    });
  });
});

test('images are found by name and by alt text, and sorted', async () => {
  const person = await registerAdmin(api);
  const [loaf, jar] = [await added(person, 'loaf.png'), await added(person, 'a-jar.png')];

  await person.request('PATCH', `/api/images/${loaf.id}`, { alt: 'Round country bread, 100% rye' });
  const renamed = await person.request('PATCH', `/api/images/${jar.id}`, { name: 'starter.png' });

  expect(renamed.body).toMatchObject({ name: 'starter.png', alt: '' });
  expect(await namesOf(person, 'search=country')).toEqual(['loaf.png']);
  expect(await namesOf(person, 'search=100%25')).toEqual(['loaf.png']);
  expect(await namesOf(person, 'search=starter')).toEqual(['starter.png']);
  expect(await namesOf(person, 'sort=name')).toEqual(['loaf.png', 'starter.png']);
  expect(await namesOf(person)).toEqual(['starter.png', 'loaf.png']);
  expect((await list(person, 'limit=1')).total).toBe(2);
});

describe('deleting', () => {
  const campaignWith = async (person: Asker, url: string, name = 'Spring club') =>
    (
      await person.request('POST', '/api/campaigns', {
        name,
        subject: 'Hello',
        htmlContent: `<img src="${url}" alt="">`,
        recipients: { type: 'all' },
      })
    ).body.id as string;

  test('names the emails that have the image, and needs a word before it takes it from them', async () => {
    const person = await registerAdmin(api);
    const [image, unused] = [await added(person), await added(person)];
    const id = await campaignWith(person, image.url);

    const uses = (await person.request('GET', `/api/images/${image.id}/uses`)).body;
    const refused = await person.request('DELETE', `/api/images/${image.id}`);
    const kept = await namesOf(person);
    const deleted = await person.request('DELETE', `/api/images/${image.id}?used=true`);

    expect(uses).toEqual({ items: [{ kind: 'campaign', id, name: 'Spring club', status: 'DRAFT' }], total: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
    expect(kept).toHaveLength(2);
    expect(deleted.status).toBe(204);
    expect(await fileOf(image.url)).toBeUndefined();
    expect((await person.request('GET', `/api/images/${unused.id}/uses`)).body).toEqual({ items: [], total: 0 });
    expect((await person.request('DELETE', `/api/images/${unused.id}`)).status).toBe(204);
  });

  test('names a campaign of blocks', async () => {
    const person = await registerAdmin(api);
    const image = await added(person);
    const block = { kind: 'image', id: 'one', src: image.url, alt: 'Bread' };
    await person.request('POST', '/api/campaigns', {
      name: 'Of blocks',
      subject: 'Hello',
      document: { version: 1, theme: defaultTheme, blocks: [block] },
      recipients: { type: 'all' },
    });

    const { body } = await person.request('GET', `/api/images/${image.id}/uses`);

    expect(body.items).toMatchObject([{ kind: 'campaign', name: 'Of blocks' }]);
  });

  test('names templates too', async () => {
    const person = await registerAdmin(api);
    const image = await added(person);
    const template = { name: 'House', subject: 'Hello', htmlContent: `<img src="${image.url}" alt="">` };
    const { id } = (await person.request('POST', '/api/email-templates', template)).body;

    const { body } = await person.request('GET', `/api/images/${image.id}/uses`);

    expect(body).toEqual({ items: [{ kind: 'template', id, name: 'House', status: null }], total: 1 });
  });

  test('a campaign leaves its images where they are', async () => {
    const person = await registerAdmin(api);
    const image = await added(person);
    const campaignId = await campaignWith(person, image.url);

    await person.request('DELETE', `/api/campaigns/${campaignId}`);

    expect((await fileOf(image.url))!.expires_at).toBeNull();
    expect((await person.request('GET', `/api/images/${image.id}/uses`)).body.total).toBe(0);
  });

  test('is refused while recipients see it in a campaign that was sent and then deleted', async () => {
    const person = await registerAdmin(api);
    const image = await added(person);
    const id = await campaignWith(person, image.url, 'Sent in May');
    await api.db.owner.query(
      `update campaigns set status = 'COMPLETED', sent_at = now(), completed_at = now() where id = $1`,
      [id],
    );
    const gone = await person.request('DELETE', `/api/campaigns/${id}`);

    const uses = (await person.request('GET', `/api/images/${image.id}/uses`)).body;
    const refused = await person.request('DELETE', `/api/images/${image.id}`);

    expect(gone.status).toBe(204);
    expect((await person.request('GET', `/api/campaigns/${id}`)).status).toBe(404);
    expect(uses).toEqual({ items: [{ kind: 'campaign', id, name: 'Sent in May', status: 'COMPLETED' }], total: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
    expect((await person.request('DELETE', `/api/images/${image.id}?used=true`)).status).toBe(204);
  });

  test('is refused while an email of an automation has it whose step was taken out', async () => {
    const person = await registerAdmin(api);
    const image = await added(person);
    const [first, second] = [randomUUID(), randomUUID()];
    const publish = (automationId: string, hash: string) =>
      api.db.owner.query(
        `insert into campaign_step_contents (organization_id, automation_id, step_id, content_hash, name, subject, preview_text, content, tracking, sender_domain, frozen, links)
         values ($1, $2, 'welcomea', sha256(convert_to($3, 'UTF8')), 'Welcome', '', '', $4, '{}', '', '{}', '[]')`,
        [person.user.organizationId, automationId, hash, { html: `<img src="${image.url}" alt="">`, text: '' }],
      );
    for (const [automationId, hash] of [
      [first, 'one'],
      [first, 'two'],
      [second, 'one'],
    ] as const)
      await publish(automationId, hash);

    const uses = (await person.request('GET', `/api/images/${image.id}/uses`)).body;

    expect(uses.total).toBe(2);
    expect(uses.items.map(({ name }: { name: string }) => name)).toEqual(['Welcome', 'Welcome']);
    expect((await person.request('DELETE', `/api/images/${image.id}`)).body.code).toBe('in_use');
  });
});

test('a viewer sees images and changes none', async () => {
  const tenant = await createTenantFixture(api);
  const [all, viewer] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'VIEWER')];
  const image = await added(all);

  expect((await list(viewer)).total).toBeGreaterThan(0);
  expect([
    (await upload(viewer, await pngOf(5, 5))).status,
    (await viewer.request('PATCH', `/api/images/${image.id}`, { alt: 'x' })).status,
    (await viewer.request('DELETE', `/api/images/${image.id}`)).status,
  ]).toEqual([403, 403, 403]);
});

test('each client has a library of its own', async () => {
  const tenant = await createTenantFixture(api);
  const [all, limited, other] = [
    await enter(api, tenant, 'ADMIN'),
    await enter(api, tenant, 'limited'),
    await enter(api, tenant, 'other'),
  ];
  const name = `${randomUUID()}.png`;
  const ofX = await all.request('POST', `/api/images?name=${name}&clientId=${tenant.clients.x}`, await pngOf(9, 9));
  const foreign = await limited.request('POST', `/api/images?name=x&clientId=${tenant.clients.y}`, await pngOf(9, 9));

  expect(ofX.body.clientId).toBe(tenant.clients.x);
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  expect(await namesOf(limited)).toContain(name);
  expect(await namesOf(other)).not.toContain(name);
  expect((await other.request('GET', `/api/images/${ofX.body.id}/uses`)).status).toBe(404);
});
