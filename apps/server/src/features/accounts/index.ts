export { requireActiveClient } from './clients/clients.ts';
export { clientByMark, countClients } from './clients/queries.ts';
export { requireConfirmedAddress } from './confirmation/confirmation.ts';
export { readOrganization, removeOrganization } from './organization.ts';
export { person } from './profile.ts';
export { deviceName } from './present.ts';
export { countMembers, isMember } from './team/queries.ts';
export { findUser, hasTwoFactor } from './queries.ts';
