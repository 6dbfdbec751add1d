export { activeClient } from './active-client.ts';
export { currentAddresses } from './current-addresses/queries.ts';
export { unmailableReason } from './mailable/queries.ts';
export { pauseMail, type PauseWish } from './pause/pause.ts';
export { hasContacts } from './queries.ts';
export { segmentCondition } from './segments/queries.ts';
export { takeBackOptOut } from './suppression/lift/lift.ts';
export { emailHash, type Target } from './suppression/queries.ts';
export { ensureAddressKey, suppressMany } from './suppression/suppressions.ts';
