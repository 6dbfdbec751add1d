import type { Entity } from '@waggle/contracts/endpoint';
import type { Caller } from '../harness/test-api.ts';

/** Everybody who can make a call. `limited` may see client X only, `other` client Y only. */
export const memberKinds = ['ADMIN', 'USER', 'VIEWER', 'limited', 'other'] as const;
export type MemberKind = (typeof memberKinds)[number];
/** Whoever opened a guest link of client X or Y, and the member who sees the same rows. */
export const sameSight = { GUEST: 'limited', 'GUEST of Y': 'other' } as const;
export type CallerKind = MemberKind | keyof typeof sameSight;
export type Ids = Record<Entity, string>;

/** An agency with two clients, a member of every kind, and one row of everything an id can name. */
export type TenantFixture = {
  organizationId: string;
  /** Part of every text of this tenant; seen anywhere else it is a leak. */
  mark: string;
  name: string;
  clients: { x: string; y: string };
  people: Record<MemberKind, { id: string; email: string }>;
  /** Rows an unlimited person may name. */
  ids: Ids;
  /** Rows of client Y, which a person limited to X may not name. */
  otherClientIds: Ids;
};

export type Guest = Caller & { memberKind: CallerKind; userId: string; sessionId: string };
