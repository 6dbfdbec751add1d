export { useDayMarks } from './day-marks/use-day-marks.tsx';
export { useNotes } from './day-marks/use-notes.tsx';
export { type Define, useDefinitions } from './definitions.ts';
export { useGoal } from './goals/use-goal.tsx';
