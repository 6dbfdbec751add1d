import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { samples } from './samples.ts';
import { leavesOf } from './slots.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Served beside the declared calls: probes, and the reference that is written from the declarations. */
const undeclared = ['/healthz', '/readyz', '/internal/tls/ask', '/api/openapi.json'];
const reference = '/api/reference';

describe('MT4 the matrices', () => {
  test('know a call of every declared endpoint, and of nothing else', () => {
    expect(Object.keys(samples).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  });

  test('find every id: no call takes one without saying what it names', () => {
    const nameless = endpoints.flatMap((endpoint) =>
      leavesOf(endpoint)
        .filter(isNotInDocument)
        .filter(({ schema, entity }) => !entity && ['uuid', 'guid'].includes(formatOf(schema)))
        .map(({ path }) => `${endpoint.name} ${path.join('.')}`),
    );
    const unmarked = endpoints.flatMap((endpoint) =>
      leavesOf(endpoint)
        .filter(isNotInDocument)
        .filter(({ path, entity }) => !entity && /ids?(\.0)?$/i.test(path.join('.')))
        .map(({ path }) => `${endpoint.name} ${path.join('.')}`),
    );

    expect(nameless).toEqual([]);
    expect(unmarked).toEqual([]);
  });
});

/**
 * Ids in an email that are never looked up: a block's own, a tag that is compared with those of whoever reads it, and a file
 * whose row names the image. Of another organization they match nothing ('a part for a tag of another organization').
 * A block that is saved is asked about them ('name no tag and no image of somebody else').
 */
const inDocument = /\b(?:blocks\.0|block)\.(?:cells\.0\.0\.)?(?:id|showIf\.tagId|fileId)$/;
/** Fields and pages of a form name each other, and nothing beside the form. */
const inForm = /^(?:fields\.0\.(?:id|visibleWhen\.conditions\.0\.fieldId)|pages\.0\.(?:id|fieldIds\.0))$/;
/** One of three names of what is sold, the same for everybody. */
const ofPlan = /^priceId$/;
/** A step or a lane of an automation, which belongs to its document alone. */
const inAutomation = /^(?:stepId|emails\.0\.id|moves\.0\.stepId|document\.steps\.0\.(?:lanes\.0\.(?:steps\.0\.)?)*id)$/;
const isNotInDocument = ({ path }: { path: readonly string[] }): boolean =>
  ![inDocument, inForm, ofPlan, inAutomation].some((pattern) => pattern.test(path.join('.')));

describe('T44 what is served', () => {
  test('is what the contracts declare, the probes and the reference', () => {
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    // Reports of Stripe are read as bytes, because the signature is over those; T03 tests it.
    const signed = 'POST /api/stripe/webhook';
    const allowed = new Set([...declared, signed, ...undeclared.map((path) => `GET ${path}`)]);

    const served = mounted().filter((route) => !route.startsWith(`GET ${reference}`));

    expect(served.filter((route) => !allowed.has(route))).toEqual([]);
    expect(declared.filter((route) => !served.includes(route))).toEqual([]);
  });

  test('has each name, and each method and path, once', () => {
    const names = endpoints.map(({ name }) => name);
    const places = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':id')}`);

    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  test('does not include calls of the sign-in engine, debugging or seeding', async () => {
    const paths = [
      '/api/never-mounted/sign-up/email',
      '/api/never-mounted/get-session',
      '/api/auth/sign-up/email',
      '/metrics',
      '/debug',
      '/.env',
    ];

    const answers = await Promise.all(
      paths.flatMap((path) => ['GET', 'POST'].map((method) => api.visitor().request(method, path))),
    );
    // Its GET is the call of one contact, with an odd id.
    const seeding = await api.visitor().request('POST', '/api/contacts/seed-test', { count: 1 });

    expect(new Set([...answers, seeding].map(({ status }) => status))).toEqual(new Set([404]));
  });
});

const formatOf = (schema: unknown): string => (schema as { def: { format?: string } }).def.format ?? '';

/** Fastify's own tree, read back into "METHOD /path"; HEAD comes with every GET. */
function mounted(): string[] {
  const parents: string[] = [];
  return api.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S*) \(([^)]+)\)/u.exec(line);
      if (!found) return [];
      const depth = found[1]!.length / 4;
      const path = (parents[depth - 1] ?? '') + found[2]!;
      parents.splice(depth, Infinity, path);
      return found[3]!
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    });
}
