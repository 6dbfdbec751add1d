import { globSync } from 'node:fs';
import type { Entity } from '@waggle/contracts/endpoint';
import type { TestApi } from '../harness/test-api.ts';
import type { Input } from './slots.ts';
import type { FixtureRows, Scene } from './scene.ts';
import type { TenantFixture } from './tenant.ts';

type Fixture = {
  samples: Record<string, (scene: Scene) => Input | Promise<Input>>;
  refusedSamples?: Record<string, number[]>;
  rows?: FixtureRows;
};

const folder = new URL('../../src/features/', import.meta.url).pathname;
let found: Promise<Fixture[]> | undefined;

/** The matrix.fixture.ts of every feature. */
export const featureFixtures = (): Promise<Fixture[]> =>
  (found ??= Promise.all(
    globSync(`${folder}*/matrix.fixture.ts`).map(async (path) => (await import(path)) as Fixture),
  ));

type Row = { entity: Entity } & NonNullable<FixtureRows[Entity]>;

export async function fixtureRows(): Promise<Row[]> {
  const fixtures = await featureFixtures();
  return fixtures.flatMap(({ rows = {} }) =>
    (Object.keys(rows) as Entity[]).map((entity) => ({ entity, ...rows[entity]! })),
  );
}

/** Rows of every kind that the features' own fixtures insert. */
export async function insertFixtureRows(
  api: TestApi,
  tenant: Pick<TenantFixture, 'organizationId' | 'mark'>,
  clientId: string,
): Promise<Record<Entity, string>> {
  const ids: Partial<Record<Entity, string>> = {};
  for (const { entity, insert } of await fixtureRows()) ids[entity] = await insert(api, tenant, clientId);
  return ids as Record<Entity, string>;
}
