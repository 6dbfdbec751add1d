export { brandLookOf, mailBrandOf } from './brand/mail-brand.ts';
export { type BrandRow, countLooks, findBrandOf, findBrandsOf } from './brand/queries.ts';
export { replaceNames } from './brand/replace-names.ts';
export { startBrand } from './brand/start-brand.ts';
export { refuseArchivedClient } from './clients/archive.ts';
export { clientOfNew, clientOrOrganization } from './clients/client-of-new.ts';
export type { ClientWork } from './clients/client-work.ts';
export { createClient, listClients, requireActiveClient, requireAgency, requireClient } from './clients/clients.ts';
export { ownedBy, ownerNamed } from './clients/owner.ts';
export { refuseBusiness } from './clients/refuse-business.ts';
export {
  clientByMark,
  countClients,
  findActiveClients,
  archivedClientIds,
  isOfActiveClient,
  findClientNames,
  findClientsWithLogo,
} from './clients/queries.ts';
export { requireConfirmedAddress } from './confirmation/confirmation.ts';
export { accountSignedIn, organizationPlanChanged, organizationZoneChanged } from './events.ts';
export { dashboardOriginOf } from './dashboard-origin.ts';
export { startDeletion } from './deletion/deletion.ts';
export { changeTier, readOrganization } from './organization.ts';
export { requireOwner } from './ownership/require-owner.ts';
export { findPhotoNames } from './photo/queries.ts';
export { photoUrl } from './photo/photo-url.ts';
export { person } from './profile.ts';
export { mayWorkIn } from './team/may-work-in.ts';
export { deviceName, presentClient } from './present.ts';
export { tierInForce } from './tier.ts';
export {
  findEditors,
  findJoined,
  findMember,
  findOwner,
  findNoticed,
  isMember,
  keepNotificationChoice,
  keepStartList,
  startListOf,
} from './team/queries.ts';
export { mailProductOf } from './white-label/product.ts';
export type { ScheduleOwner } from './zone-change/schedule-owner.ts';
export { findPeopleNames, findUser } from './queries.ts';
