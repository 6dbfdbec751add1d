import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { path, reportSteps, scanner } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
const { sent, hit, counted } = reportSteps(() => api);

const twoLinks =
  '<p>Hello {{ first_name }} <a href="https://maple.example/shop">Shop</a> <a href="https://maple.example/news">News</a> <a href="https://maple.example/shop">Again</a></p>';

type Part = { html: string; no: number | null };

test('the click map is the email as it was sent, cut at its links, and leads nowhere', async () => {
  const admin = await readyAdmin(api);
  await addPeople(api, admin, 1);
  const id = await sent(admin, { htmlContent: twoLinks });

  const { subject, parts } = await ask(admin, 'GET', `${path(id)}/click-map`);

  const whole = (parts as Part[]).map(({ html }) => html).join('');
  const { items } = await ask(admin, 'GET', `${path(id)}/links`);
  const known = items.map(({ no }: { no: number }) => no);
  expect(subject).not.toBe('');
  expect(parts.map(({ no }: Part) => no).filter((no: number | null) => known.includes(no))).toEqual([1, 2, 1]);
  expect(whole).toContain('Shop</a>');
  expect(whole).not.toMatch(/\/t\/[ocup]\//);
  expect((await ask(admin, 'GET', path(id))).stats).toMatchObject({ opened: 0, machineOpened: 0 });
});

test('what has not started has no click map', async () => {
  const admin = await readyAdmin(api);
  const { id } = await draft(admin, { htmlContent: twoLinks });

  expect(await ask(admin, 'GET', `${path(id)}/click-map`)).toMatchObject({ parts: [] });
});

test('the number of a link opens the people who followed it, and no machine', async () => {
  const admin = await readyAdmin(api);
  const [one, two, three] = await addPeople(api, admin, 3);
  // Whoever follows all links of an email at once is a machine.
  const more = ['a', 'b', 'c'].map((page) => `<a href="https://maple.example/${page}">${page}</a>`).join(' ');
  const id = await sent(admin, { htmlContent: `${twoLinks}${more}` });
  await hit(admin, id, { email: one!.email, kind: 'click', linkNo: 1 });
  await hit(admin, id, { email: one!.email, kind: 'click', linkNo: 2 });
  await hit(admin, id, { email: two!.email, kind: 'click', linkNo: 2 });
  await hit(admin, id, { email: three!.email, kind: 'click', linkNo: 2, userAgent: scanner });
  await counted(admin, id, { clicked: 2, machineClicked: 1 });

  const rowsOf = async (query: string) => {
    const { items, total } = await ask(admin, 'GET', `${path(id)}/recipients?${query}`);
    return { total, emails: items.map(({ email }: { email: string }) => email).toSorted() };
  };
  await vi.waitFor(
    async () => expect(await rowsOf('link=2')).toEqual({ total: 2, emails: [one!.email, two!.email].toSorted() }),
    30_000,
  );
  expect(await rowsOf('link=1')).toEqual({ total: 1, emails: [one!.email] });
  expect(await rowsOf('link=9')).toEqual({ total: 0, emails: [] });
  expect(await rowsOf(`link=2&search=${two!.email}`)).toEqual({ total: 1, emails: [two!.email] });
  const { items } = await ask(admin, 'GET', `${path(id)}/links`);
  expect(items.map((link: { uniqueClicks: number }) => link.uniqueClicks)).toEqual([1, 2, 0, 0, 0]);
});
