import type { AllOf, Feature } from './feature.ts';
import { features } from './features.ts';
import type { SessionRole } from './roles.ts';

type Listed = (typeof features)[number];
type RightsOf<F> = F extends { rights: infer Rights } ? Rights : never;
type OrganizationRightsOf<F> = F extends { organizationRights: infer Rights } ? Rights : never;
type Rights = AllOf<RightsOf<Listed> | OrganizationRightsOf<Listed>>;
export type Right = keyof Rights;

const list: readonly Feature[] = features;
const overOrganization = Object.assign({}, ...list.map(({ organizationRights }) => organizationRights)) as object;

/** Every right and the roles that hold it; the server refuses by this table and the screen hides by it. */
export const rights = Object.assign({}, ...list.map(({ rights: own }) => own), overOrganization) as Rights;

/** Rights over the organization itself follow no client. */
export const followsClient = (right: Right): boolean => !(right in overOrganization);

export const holds = (role: SessionRole, right: Right): boolean =>
  (rights[right] as readonly SessionRole[]).includes(role);

/** What is left of a right while an archived client is shown: its rows are read and exported, and nothing of them changes. */
export const holdsInArchive = (right: Right): boolean =>
  !followsClient(right) || [':read', ':figures', ':export'].some((kind) => right.endsWith(kind));
