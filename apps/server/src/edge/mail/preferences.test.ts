import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scan } from '../../../test/harness/test-edge.ts';
import { type Harness, createHarness, form, waiting } from './test-harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.edge.close());
beforeEach(() => harness.edge.db.owner.query('delete from inbox_events'));

const post = (body: string, language = 'en', address = harness.address('preferences')) =>
  scan(harness.edge, address, { method: 'POST', headers: { ...form, 'accept-language': language }, body });
const preferences = async () => (await waiting(harness)).map(({ kind, payload }) => [kind, payload.pauseDays]);

test('looking at the preferences changes nothing, however it is done', async () => {
  const looks: RequestInit[] = [
    {},
    { method: 'HEAD' },
    { headers: { purpose: 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
  ];
  const addresses = ['', '?do=pause&days=30', '?do=unsubscribe', '/?days=90'].map(
    (more) => harness.address('preferences') + more,
  );

  const answers = await Promise.all(
    addresses.flatMap((address) => looks.map((look) => scan(harness.edge, address, look))),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter((answer) => answer.headers.has('set-cookie'))).toEqual([]);
  expect(await waiting(harness)).toEqual([]);
});

test('a break of 30 or 90 days and its end are recorded before they are answered', async () => {
  const thirty = await post('do=pause&days=30');
  const atOnce = await preferences();
  const ninety = await post('do=pause&days=90');
  const ended = await post('do=pause&days=0');

  expect([thirty, ninety, ended].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(atOnce).toEqual([['pause', 30]]);
  expect(await preferences()).toEqual([
    ['pause', 30],
    ['pause', 90],
    ['pause', 0],
  ]);
  expect((await waiting(harness))[0]).toMatchObject({ subject_id: harness.campaignId });
  expect([thirty, ninety, ended].filter((answer) => answer.headers.has('set-cookie'))).toEqual([]);
});

test('any other number of days is refused', async () => {
  const bad = ['31', '-1', '030', '3e1', '30 ', '', '90.0', 'NaN', '30&days=90', '0x1e', '365', 'Infinity'];

  const answers = await Promise.all([
    ...bad.map((days) => post(`do=pause&days=${days}`)),
    post('do=pause'),
    post('days=30'),
  ]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(await waiting(harness)).toEqual([]);
});

test('a forged address takes no break', async () => {
  const forged = `${harness.address('preferences').slice(0, -2)}AA`;
  const foreign = harness.address('open').replace('/t/o/', '/t/p/');

  const answers = [await post('do=pause&days=30', 'en', forged), await post('do=pause&days=30', 'en', foreign)];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(await waiting(harness)).toEqual([]);
});

test.each([
  ['en', 'Take a break from all emails', "You won't receive emails until", 'Emails resumed'],
  ['es', 'Descanse de todos los correos', 'No recibirá correos hasta el', 'Correos reanudados'],
  ['fr', 'Faire une pause de tous les e-mails', 'Vous ne recevrez aucun e-mail jusqu’au', 'Envois repris'],
] as const)('speaks the language of the reader: %s', async (language, choice, paused, ended) => {
  const asked = await scan(harness.edge, harness.address('preferences'), { headers: { 'accept-language': language } });
  const page = await asked.text();
  const pausedPage = await (await post('do=pause&days=30', language)).text();
  const endedPage = await (await post('do=pause&days=0', language)).text();
  const until = new Date((await waiting(harness))[0]!['happened_at'].getTime() + 30 * 86_400_000);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(until);

  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`<legend>${choice}</legend>`);
  expect(page.match(/name="days" value="(\d+)"/g)).toEqual(['30', '90'].map((days) => `name="days" value="${days}"`));
  expect(page).toContain('name="do" value="unsubscribe"');
  expect(page).not.toMatch(/<script|<img|http-equiv|onclick/);
  expect(pausedPage).toContain(`${paused} ${date}`);
  expect(pausedPage).toContain('name="days" value="0"');
  expect(endedPage).toContain(ended);
});
