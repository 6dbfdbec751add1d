export { findCodeNames } from './codes/queries.ts';
export { switchOffCodes } from './codes/target-form.ts';
