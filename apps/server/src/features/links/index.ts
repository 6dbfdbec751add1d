export { hasQrCodes } from './codes/queries.ts';
