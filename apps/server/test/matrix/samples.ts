import type { Endpoint } from '@waggle/contracts/endpoint';
import { endpoints } from '../../src/features.ts';
import type { Answer } from '../harness/test-api.ts';
import { featureFixtures } from './feature-fixtures.ts';
import type { Scene } from './scene.ts';
import { type Input, wire } from './slots.ts';
import type { Guest } from './tenant.ts';

type Samples = Record<string, (scene: Scene) => Input | Promise<Input>>;

const fixtures = await featureFixtures();

/** A call of every endpoint, from the fixture of its feature. All matrices are made from them. */
export const samples: Samples = Object.assign({}, ...fixtures.map((fixture) => fixture.samples));

/** Samples that answer something else, because they need a secret from a mailbox or an earlier step. */
export const refusedSamples: Record<string, number[]> = Object.assign(
  {},
  ...fixtures.map((fixture) => fixture.refusedSamples),
);

export const sampleOf = (endpoint: Endpoint, scene: Scene): Promise<Input> =>
  Promise.resolve(samples[endpoint.name]!(scene));

export const writes = endpoints.filter(({ method }) => method !== 'GET');
export const reads = endpoints.filter(({ method }) => method === 'GET');

export function call(
  caller: Pick<Guest, 'request'>,
  endpoint: Endpoint,
  input: Input,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { method, url, body } = wire(endpoint, input);
  return caller.request(method, url, body, headers);
}
