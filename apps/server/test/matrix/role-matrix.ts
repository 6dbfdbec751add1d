import { type Endpoint, FileReply } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { features } from '../../src/features.ts';
import type { Feature } from '../../src/platform/feature.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type Asked, createRoleCalls, type RoleCaller, roleCallers } from './role-calls.ts';
import { refusedSamples } from './samples.ts';
import { say } from './say.ts';

/** Files that share the features, so that both workers of a run have some. */
export const parts = 3;

const mayCall = ({ needs }: Endpoint, caller: RoleCaller): boolean => {
  if (needs === 'public') return true;
  if (caller === 'signed out') return false;
  return needs === 'signed-in' ? caller !== 'GUEST' : holds(caller, needs);
};

/** Each feature in one part: the largest first, into the part that has the fewest calls. */
export function featuresOf(part: number): Feature[] {
  const shares = Array.from({ length: parts }, () => ({ calls: 0, features: [] as Feature[] }));
  const largestFirst = features.filter(({ endpoints }) => endpoints.length > 0);
  for (const feature of largestFirst.toSorted((a, b) => b.endpoints.length - a.endpoints.length)) {
    const least = shares.reduce((one, other) => (other.calls < one.calls ? other : one));
    least.calls += feature.endpoints.length;
    least.features.push(feature);
  }
  return shares[part - 1]!.features;
}

/** A question too long for an address is sent as a POST and needs a right to read. */
export const changesSomething = ({ method, needs }: Endpoint): boolean =>
  method !== 'GET' && !['public', 'signed-in'].includes(needs) && !needs.endsWith(':read');
export const isOpenToGuests = (endpoint: Endpoint): boolean =>
  endpoint.needs !== 'public' && mayCall(endpoint, 'GUEST');
export const isFile = ({ reply }: Endpoint): boolean => reply === (FileReply as z.ZodType);

type Cells = Record<RoleCaller, Asked>;

/** Every answer is asked for once, whichever tests look at it. */
function createCells(api: TestApi): (endpoint: Endpoint) => Promise<Cells> {
  const { watched, unwatched } = createRoleCalls(api);
  const ask = async (endpoint: Endpoint): Promise<Cells> => {
    const refused = roleCallers.filter((caller) => !mayCall(endpoint, caller));
    // A refusal leaves no trace: all of them share a look, and have one each when it finds something.
    const cells = await watched(endpoint, refused);
    if (Object.values(cells).some(({ changed }) => changed))
      for (const caller of refused) Object.assign(cells, await watched(endpoint, [caller]));
    for (const caller of roleCallers.filter((each) => mayCall(endpoint, each)))
      Object.assign(cells, await (caller === 'GUEST' ? watched : unwatched)(endpoint, [caller]));
    return cells as Cells;
  };
  const known = new Map<Endpoint, Promise<Cells>>();
  return (endpoint) => {
    const cells = known.get(endpoint) ?? ask(endpoint);
    known.set(endpoint, cells);
    return cells;
  };
}

/** The features of one part. */
export function describeRoleMatrix(part: number): void {
  const own = featuresOf(part);
  const endpoints = own.flatMap((feature) => feature.endpoints);
  let api: TestApi;
  let cellsOf: ReturnType<typeof createCells>;
  beforeAll(async () => {
    api = await startTestApi();
    cellsOf = createCells(api);
  });
  afterAll(() => api.close());

  describe('MT10 a role', () => {
    // All calls in one test took 300 s on a busy machine, where a test is given up.
    const byFeature = own.map(({ name, endpoints: calls }) => [name, calls] as const);
    test.each(byFeature)('may do exactly what the table of rights says, in every call of %s', async (name, calls) => {
      const wrong: string[] = [];
      let cells = 0;
      for (const endpoint of calls) {
        for (const [caller, answer] of Object.entries(await cellsOf(endpoint)) as [RoleCaller, Asked][]) {
          const works = refusedSamples[endpoint.name] ?? [endpoint.status ?? 200];
          const refused = caller === 'signed out' ? 'not_signed_in' : 'forbidden';
          const right = mayCall(endpoint, caller) ? works.includes(answer.status) : answer.body.code === refused;
          cells += 1;
          if (!right)
            wrong.push(`${endpoint.name} as ${caller}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 150)}`);
          if (!mayCall(endpoint, caller) && answer.changed) wrong.push(`${endpoint.name} as ${caller}: changed rows`);
        }
      }

      say(`role matrix of ${name}: ${cells} cells, ${wrong.length} wrong`);
      expect(cells).toBe(calls.length * roleCallers.length);
      expect(wrong).toEqual([]);
    });

    test('VIEWER is refused by every call that changes something of the organization', async () => {
      const allowed: string[] = [];
      for (const endpoint of endpoints.filter(changesSomething)) {
        const { status, changed } = (await cellsOf(endpoint)).VIEWER;
        if (status !== 403 || changed) allowed.push(`${endpoint.name}: ${status}`);
      }

      expect(allowed).toEqual([]);
    });

    test('GUEST changes nothing but the own visit', async () => {
      const changing: string[] = [];
      for (const endpoint of endpoints.filter(isOpenToGuests))
        if ((await cellsOf(endpoint)).GUEST.changed) changing.push(endpoint.name);

      expect(changing).toEqual(own.some(({ name }) => name === 'accounts') ? ['guests.leave'] : []);
    });

    test('D20: VIEWER downloads no file but the picture of a QR code', async () => {
      const allowed: string[] = [];
      for (const endpoint of endpoints.filter(isFile))
        if ((await cellsOf(endpoint)).VIEWER.status !== 403) allowed.push(endpoint.name);

      expect(allowed).toEqual(own.some(({ name }) => name === 'links') ? ['qr-codes.image'] : []);
    });
  });
}
