import { randomBytes } from 'node:crypto';
import type { CallInput, Endpoint, Entity } from '@waggle/contracts/endpoint';
import type { TestApi } from '../harness/test-api.ts';
import type { Guest, TenantFixture } from './tenant.ts';

/** Where a call is made: whose tenant, and who is about to call. */
export type Scene = { api: TestApi; tenant: TenantFixture; guest: Guest };

type Declared<Contracts> = Extract<Contracts[keyof Contracts], Endpoint>;

/** A call of every endpoint that would work for somebody with the right; one without does not compile. */
export type SamplesOf<Contracts> = {
  [E in Declared<Contracts> as E['name']]: (scene: Scene) => CallInput<E> | Promise<CallInput<E>>;
};

type Whose = Pick<TenantFixture, 'organizationId' | 'mark'>;
/** A row of every kind of id that a feature adds, of one client. */
export type FixtureRows = Partial<
  Record<
    Entity,
    {
      table: string;
      insert: (api: TestApi, tenant: Whose, clientId: string) => Promise<string>;
      /** Columns that copy the row of the organization, whose plan samples change. */
      copies?: readonly string[];
    }
  >
>;

export const fresh = () => randomBytes(6).toString('hex');
