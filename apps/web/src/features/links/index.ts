export { busiestHour, inStepsOf } from './detail/scan-week.ts';
export { useWeekWords } from './detail/use-week-words.ts';
