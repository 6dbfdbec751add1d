export { useGoal } from './goals/use-goal.tsx';
