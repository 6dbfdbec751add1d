export { type Define, useDefinitions } from './definitions.ts';
export { useGoal } from './goals/use-goal.tsx';
