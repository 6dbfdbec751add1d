import { tagColors } from '@waggle/contracts/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer, peopleOf } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const file = [
  'email,Bread?,Tags',
  'ann@bee.example,yes,VIP; Guest',
  'bob@bee.example,No,vip',
  'cleo@bee.example,SÍ,yes',
  'dora@bee.example,rye,',
  'nonsense,yes,Never',
].join('\n');
const columns = [{ to: 'email' as const }, { to: 'tags' as const }, { to: 'tags' as const }];

describe('V11: a column that becomes tags', () => {
  test('V11: is previewed by name and count before anything is made', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/tags', { name: 'Guest' });

    const checked = await importer(admin).checked(file, { columns });

    expect(checked.newTags).toEqual([
      { name: 'Bread', contacts: 2 },
      { name: 'VIP', contacts: 2 },
      { name: 'yes', contacts: 1 },
      { name: 'rye', contacts: 1 },
    ]);
    expect(checked.moreNewTags).toBe(0);
    expect((await admin.request('GET', '/api/tags')).body.total).toBe(1);
  });

  test('V11: of yes and no gives the tag its own name, and a list of tags keeps its words', async () => {
    const admin = await registerAdmin(api);

    await importer(admin).imported(file, { columns });

    expect((await peopleOf(api, admin)).map(({ email, tag_names }) => [email, tag_names])).toEqual([
      ['ann@bee.example', ['Bread', 'Guest', 'VIP']],
      ['bob@bee.example', ['VIP']],
      ['cleo@bee.example', ['Bread', 'yes']],
      ['dora@bee.example', ['rye']],
    ]);
  });

  test('V11: makes tags whose colors take turns', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/tags', { name: 'First' });

    await importer(admin).imported(file, { columns });

    const { items } = (await admin.request('GET', '/api/tags?sort=createdAt')).body;
    const colors = items.map(({ color }: { color: string }) => color);
    expect(new Set(colors).size).toBe(colors.length);
    expect(tagColors).toEqual(expect.arrayContaining(colors));
  });
});
