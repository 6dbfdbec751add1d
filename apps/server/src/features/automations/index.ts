export { findHeldAutomations, type HeldAutomation } from './by-client/held-automations.ts';
export { countAutomations } from './queries.ts';
export { type AutomationInFlight, findAutomationsInFlight } from './overview/in-flight.ts';
export { holdAutomations, listInside } from './restore/restore.ts';
