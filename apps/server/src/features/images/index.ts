export { imagesOfClient } from './queries.ts';
export type { FindUses } from './uses.ts';
