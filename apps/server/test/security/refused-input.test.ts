import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../harness/cases.ts';
import { registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from '../matrix/tenant-fixture.ts';
import { call, sampleOf, writes } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The sentences translators have, as patterns: a placeholder stands for anything. */
const patterns = ['sentences', 'problems'].flatMap((file) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../../web/src/locales/en/${file}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;
  return Object.values(texts).map((text) => {
    const literals = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${literals.join('[^]+?')}$`);
  });
});
/** 'Row 3: …' and 'field: …' fit everything, also what zod would say. */
const isTranslated = (sentence: string) =>
  patterns.some((pattern) => pattern.test(sentence)) &&
  !/Invalid (input|option|key|element|string)|Too (big|small)|expected|received|Unrecognized/.test(sentence);

const wrongValues = [undefined, null, 12.5, -1, true, '', 'x'.repeat(20_000), 'two\nlines', [], {}, ['x'], { x: 1 }];

describe('what a refused call says', () => {
  test('D5, D9: is a sentence of ours in every language, for every field of every call', async () => {
    const strange = new Set<string>();
    let refused = 0;
    for (const endpoint of writes.filter(({ upload, body }) => !upload && body)) {
      const tenant = await createTenantFixture(api);
      const guest = await enter(api, tenant, 'ADMIN');
      const input = await sampleOf(endpoint, { api, tenant, guest });
      for (const [at, key] of Object.keys(endpoint.body?.shape ?? {}).entries()) {
        for (const value of someOf(wrongValues, at)) {
          const { status, body } = await call(guest, endpoint, {
            ...input,
            body: { ...(input.body as object), [key]: value },
          });
          if (status !== 400) continue;
          refused += 1;
          const said = [body.message, ...Object.values((body.fields ?? {}) as Record<string, string>)] as string[];
          for (const sentence of said.filter((one) => one.includes(' ') && !isTranslated(one)))
            strange.add(`${endpoint.name} ${key}: ${sentence}`);
        }
      }
    }

    say(`refused input: ${refused} answers, ${strange.size} without a translation`);
    expect(refused).toBeGreaterThan(500);
    expect([...strange]).toEqual([]);
  });

  test.each([
    ['/api/campaigns', { name: 'n'.repeat(201), subject: 'Hello' }, 'name', 'Use at most 200 characters'],
    ['/api/campaigns', { name: 'News', subject: 's'.repeat(501) }, 'subject', 'Use at most 500 characters'],
    ['/api/campaigns', { name: '', subject: 'Hello' }, 'name', 'Campaign name is required'],
    ['/api/campaigns', { name: 'two\nlines', subject: 'Hello' }, 'name', 'Use a single line of text'],
    ['/api/tags', { name: 't'.repeat(61), color: 'amber' }, 'name', 'Use at most 60 characters'],
    ['/api/clients', { name: 'c'.repeat(121) }, 'name', 'Use at most 120 characters'],
    ['/api/contacts', { email: 'a@b.example', firstName: 'f'.repeat(101) }, 'firstName', 'Use at most 100 characters'],
    ['/api/contacts', { email: 'a@b.example', source: 'fax' }, 'source', 'Choose one of the available options'],
  ])('D4: %s names the fault of its field', async (path, body, field, sentence) => {
    const admin = await registerAdmin(api);

    const answer = await admin.request('POST', path, body);

    expect(answer.status).toBe(400);
    expect(answer.body.fields[field]).toBe(sentence);
  });

  test('D4: a name that is too long is not called too short', async () => {
    const admin = await registerAdmin(api);

    const answer = await admin.request('PUT', '/api/profile', { name: 'n'.repeat(121) });

    expect(answer.body.fields.name).toBe('Use at most 120 characters');
  });

  test('D5: a campaign cannot be moved to COMPLETED or DRAFT, and the answer is 409', async () => {
    const admin = await registerAdmin(api);
    const { body: campaign } = await admin.request('POST', '/api/campaigns', {
      name: 'News',
      subject: 'Hi',
      htmlContent: '<p>Hi</p>',
    });

    const moved = await Promise.all(
      ['COMPLETED', 'DRAFT'].map((status) => admin.request('PATCH', `/api/campaigns/${campaign.id}`, { status })),
    );

    expect(moved.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'wrong_state'],
      [409, 'wrong_state'],
    ]);
  });
});
