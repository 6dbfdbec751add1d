export { brandLookOf, mailBrandOf } from './brand/mail-brand.ts';
export { clientOfNew, clientOrOrganization } from './clients/client-of-new.ts';
export { requireActiveClient } from './clients/clients.ts';
export { clientByMark, countClients, findActiveClients, findClientNames } from './clients/queries.ts';
export { requireConfirmedAddress } from './confirmation/confirmation.ts';
export { accountSignedIn, organizationPlanChanged, organizationZoneChanged } from './events.ts';
export { startDeletion } from './deletion/deletion.ts';
export { changeTier, readOrganization } from './organization.ts';
export { findPhotoNames } from './photo/queries.ts';
export { photoUrl } from './photo/photo-url.ts';
export { person } from './profile.ts';
export { mayWorkIn } from './team/may-work-in.ts';
export { deviceName } from './present.ts';
export { tierInForce } from './tier.ts';
export {
  findJoined,
  findMember,
  findNoticed,
  isMember,
  keepNotificationChoice,
  keepStartList,
  startListOf,
} from './team/queries.ts';
export type { ScheduleOwner } from './zone-change/schedule-owner.ts';
export { findPeopleNames, findUser } from './queries.ts';
