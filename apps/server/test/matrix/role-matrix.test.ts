import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, features } from '../../src/features.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createRoleCalls } from './role-calls.ts';
import { changesSomething, featuresOf, isFile, isOpenToGuests, parts } from './role-matrix.ts';
import { createTenantFixture, enter } from './tenant-fixture.ts';
import { until } from './until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('the parts of the role matrix', () => {
  const numbers = Array.from({ length: parts }, (_, at) => at + 1);

  test('have a file each', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^role-matrix-.*\.test\.ts$/.test(name));

    expect(files.toSorted()).toEqual(numbers.map((part) => `role-matrix-${part}.test.ts`));
    for (const part of numbers)
      expect(readFileSync(`${import.meta.dirname}/role-matrix-${part}.test.ts`, 'utf8')).toContain(
        `\ndescribeRoleMatrix(${part});`,
      );
  });

  test('are together every feature and every call, once', () => {
    const own = numbers.flatMap(featuresOf);

    expect(own.map(({ name }) => name).toSorted()).toEqual(
      features.flatMap(({ name, endpoints: calls }) => (calls.length > 0 ? [name] : [])).toSorted(),
    );
    expect(own.flatMap((feature) => feature.endpoints.map(({ name }) => name)).toSorted()).toEqual(
      endpoints.map(({ name }) => name).toSorted(),
    );
  });

  test('have calls to refuse and files to keep', () => {
    expect(endpoints.filter(changesSomething).length).toBeGreaterThan(5);
    expect(endpoints.filter(isFile).length).toBeGreaterThan(4);
  });

  test('notice a refused call that changed something', async () => {
    const rename = endpoints.find(({ name }) => name === 'clients.update')!;
    const { watched } = createRoleCalls(api);

    const { ADMIN, VIEWER } = await watched(rename, ['VIEWER', 'ADMIN']);
    const alone = await watched(rename, ['VIEWER']);

    expect([ADMIN!.status, ADMIN!.changed, VIEWER!.status, VIEWER!.changed]).toEqual([200, true, 403, true]);
    expect(alone.VIEWER).toMatchObject({ status: 403, changed: false });
  });
});

describe('MT10 a role', () => {
  test('of GUEST reads what the list here says', () => {
    // Whoever adds a call here says that it shows no contact; guest-data.test.ts looks for one.
    expect(
      endpoints
        .filter(isOpenToGuests)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'analytics.campaigns',
      'analytics.codes',
      'analytics.contacts',
      'analytics.funnel',
      'analytics.opening-hours',
      'analytics.overview',
      'analytics.retention',
      'auth.me',
      'campaigns.figures',
      'campaigns.links',
      'campaigns.report',
      'dashboard.contact-growth',
      'dashboard.metrics',
      'forms.figures',
      'forms.funnel',
      'guests.leave',
      'qr-codes.stats',
    ]);
  });

  test('is read anew: a demoted ADMIN is refused by the next call', async () => {
    const tenant = await createTenantFixture(api);
    const [admin, other] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'USER')];
    const become = (role: string) => admin.request('PUT', `/api/team/members/${other.userId}`, { role });
    const answers = async (status: number) =>
      (await other.request('POST', '/api/clients', { name: 'New' })).status === status;

    await become('ADMIN');
    const raised = await until(() => answers(201));
    await become('VIEWER');
    const lowered = await until(() => answers(403));

    expect([raised, lowered]).toEqual([true, true]);
  });
});
