export { useClientNames } from './client-names.ts';
