import type { SessionRole } from './roles.ts';

type Rights = Readonly<Record<`${string}:${string}`, readonly SessionRole[]>>;

/** What server and browser both know of a feature. No call is imported here, so that a screen loads only those it uses. */
export type Feature = {
  /** The name of its folder on the server and in the browser. */
  name: string;
  /** Each right and the roles that hold it, over rows that follow the active client. */
  rights?: Rights;
  /** Those over the organization itself. */
  organizationRights?: Rights;
  /** What actions the audit log shows together, by the beginnings of their names. */
  auditGroups?: Readonly<Record<string, readonly string[]>>;
  /** Actions that take personal data out. */
  auditedExports?: readonly string[];
};

export const defineFeature = <const F extends Feature>(feature: F): F => feature;

/** The properties of all members of a union together. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
