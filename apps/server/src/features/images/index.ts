export type { FindUses } from './uses.ts';
