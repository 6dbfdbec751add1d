export { entitlements } from './entitlements.ts';
