import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { decodePicture, rasterOfPdf } from '../images/test-harness.ts';
import { filesInZip } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { LINK_URL: 'https://go.example' } });
});
afterAll(() => api.close());

async function onCore(): Promise<Person> {
  const person = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core' where id = $1`, [
    person.user.organizationId,
  ]);
  return person;
}
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Table ${at}`, targetUrl: `https://www.example.com/${at}` }));
const createMany = (person: Pick<Person, 'request'>, body: object) =>
  person.request('POST', '/api/qr-codes/bulk', body);
const total = async (person: Person): Promise<number> => (await person.request('GET', '/api/qr-codes')).body.total;
const check = (person: Person, file: string | Buffer) =>
  person.request('POST', '/api/qr-codes/bulk/check', Buffer.from(file as string));
const download = async (person: Person, url: string, payload: object) => {
  const answer = await api.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { host: 'waggle.test', cookie: person.cookie },
  });
  return { headers: answer.headers, content: answer.rawPayload };
};

test('500 codes are made in one call, each with its name, target and labels, and lead there at once', async () => {
  const person = await onCore();
  const rows = rowsOf(500).map((row, at) => ({ ...row, labels: at % 2 ? ['Tables', 'tables'] : [] }));

  const made = await createMany(person, { rows });

  expect(made).toMatchObject({ status: 201, body: { codes: 500, isNew: true } });
  expect(await total(person)).toBe(500);
  const second = (await person.request('GET', `/api/qr-codes/${made.body.qrCodeIds[1]}`)).body;
  expect(second).toMatchObject({ name: 'Table 1', targetUrl: 'https://www.example.com/1', labels: ['Tables'] });
  const { rows: published } = await api.db.owner.query('select target_url from link_targets where ref_id = $1', [
    second.id,
  ]);
  expect(published).toEqual([{ target_url: 'https://www.example.com/1' }]);
  const { items } = (await person.request('GET', `/api/qr-codes/${second.id}/targets`)).body;
  expect(items).toMatchObject([{ targetUrl: 'https://www.example.com/1', changedBy: person.user.name }]);
});

test('the same rows sent twice, also at the same moment, make no code twice; asked for again they do', async () => {
  const person = await onCore();
  const rows = rowsOf(20);

  const answers = await Promise.all(Array.from({ length: 4 }, () => createMany(person, { rows })));
  const [first] = answers;

  expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
  for (const { body } of answers) expect(body.qrCodeIds).toEqual(first!.body.qrCodeIds);
  expect(await total(person)).toBe(20);
  const again = await createMany(person, { rows, again: first!.body.createdAt });
  expect(again.body.isNew).toBe(true);
  expect((await createMany(person, { rows, again: first!.body.createdAt })).body.isNew).toBe(false);
  expect(await total(person)).toBe(40);
});

test('one wrong row, a design that does not scan or a plan without codes make none at all', async () => {
  const person = await onCore();
  const wrong = [...rowsOf(2), { name: 'Bad', targetUrl: 'http://10.0.0.1/' }];

  expect((await createMany(person, { rows: wrong })).body.fields).toEqual({ 'rows.2.targetUrl': 'Enter a valid URL' });
  const pale = { rows: rowsOf(2), design: { foreground: '#eeeeee' } };
  expect((await createMany(person, pale)).status).toBe(400);
  expect((await createMany(person, { rows: rowsOf(501) })).status).toBe(400);
  await api.db.owner.query(`update organizations set subscription_tier = 'lite' where id = $1`, [
    person.user.organizationId,
  ]);
  expect((await createMany(person, { rows: rowsOf(2) })).body.code).toBe('plan_limit');
  expect((await check(person, 'name,url\na,https://example.com')).body.code).toBe('plan_limit');
  expect(await total(person)).toBe(0);
});

test('a file is read row by row, and each row says what is wrong with it', async () => {
  const person = await onCore();
  const file = [
    '\ufeffName;Target URL;Labels',
    'Window;example.com/menu;Posters, Summer',
    ';https://example.com;',
    'Door;ftp://example.com;',
    '',
    '"Table ""4""; left";https://example.com/4;',
  ].join('\r\n');

  const { body } = await check(person, file);

  expect(body.rows).toEqual([
    { row: 2, name: 'Window', targetUrl: 'https://example.com/menu', labels: ['Posters', 'Summer'], error: null },
    { row: 3, name: '', targetUrl: 'https://example.com', labels: [], error: 'QR code name is required' },
    { row: 4, name: 'Door', targetUrl: 'ftp://example.com', labels: [], error: 'Enter a valid URL' },
    { row: 6, name: 'Table "4"; left', targetUrl: 'https://example.com/4', labels: [], error: null },
  ]);
});

test.each([
  ['no header', 'Window,https://example.com\n', /^The first row must name the columns/],
  ['no rows', 'name,url\n', /^This file has no rows/],
  ['nothing', '', /^The first row must name the columns/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /^This file can't be read/],
  ['an open quote', 'name,url\n"Window,https://example.com\n'.padEnd(200_000, 'x'), /^This file can't be read/],
  ['501 rows', `name,url\n${'a,https://example.com\n'.repeat(501)}`, /^This file has 501 rows\. Up to 500/],
])('a file with %s is refused in a sentence', async (_, file, sentence) => {
  const answer = await check(await onCore(), file);

  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(sentence) } });
});

test('a file of Excel in UTF-16 or the code page of Windows keeps its letters', async () => {
  const person = await onCore();
  const text = 'name\turl\nCafé\thttps://example.com\n';

  for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1')])
    expect((await check(person, bytes)).body.rows[0].name).toBe('Café');
});

test('the ZIP holds a picture of each code that reads as its short link, under a name no system stumbles over', async () => {
  const person = await onCore();
  const names = ['Window', 'window', '../../etc/passwd', 'CON', 'a\u202egnp.exe', '...', 'Tür & Tor', 'x'.repeat(120)];
  const rows = names.map((name) => ({ name, targetUrl: 'https://www.example.com/' }));
  const { qrCodeIds } = (await createMany(person, { rows })).body;

  const answer = await download(person, '/api/qr-codes/pictures', { qrCodeIds, size: 200 });

  const files = filesInZip(answer.content);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip' });
  expect([...files.keys()]).toEqual([
    'Window.png',
    'window (2).png',
    '_.._etc_passwd.png',
    '_CON.png',
    'a_gnp.exe.png',
    'code.png',
    'Tür & Tor.png',
    `${'x'.repeat(80)}.png`,
  ]);
  for (const picture of files.values()) expect(await decodePicture(picture)).toMatch(/^https:\/\/go\.example\/qr\//);
});

test('a sheet prints the codes with their names on as many pages as they need, and the first one reads', async () => {
  const person = await onCore();
  const rows = ['Window', 'Ελλάδα', '桜', 'A name that is far too long to fit below a small code on paper'].map(
    (name) => ({
      name,
      targetUrl: 'https://www.example.com/',
    }),
  );
  const design = { frameText: 'Scan me', foreground: '#1E3A5F' };
  const { qrCodeIds } = (await createMany(person, { rows, design })).body;
  const sheet = (body: object) => download(person, '/api/qr-codes/sheet', { qrCodeIds, ...body });

  const small = await sheet({ columns: 2, rows: 1, paper: 'letter' });
  const whole = await sheet({ columns: 1, rows: 1, names: false });

  expect(small.content.toString('latin1')).toContain('/Count 2');
  expect(small.content.toString('latin1')).toContain('/MediaBox [0 0 612 792]');
  expect(whole.content.toString('latin1')).toContain('/Count 4');
  expect(await decodePicture(await rasterOfPdf(whole.content))).toMatch(/^https:\/\/go\.example\/qr\//);
});

test('codes of another client are in no sheet and no ZIP of who is limited to one', async () => {
  const tenant = await createTenantFixture(api);
  const limited = await enter(api, tenant, 'limited');
  const qrCodeIds = [tenant.ids['qr-code'], tenant.otherClientIds['qr-code']];

  expect((await limited.request('POST', '/api/qr-codes/sheet', { qrCodeIds })).status).toBe(404);
  expect((await limited.request('POST', '/api/qr-codes/pictures', { qrCodeIds })).status).toBe(404);
});
