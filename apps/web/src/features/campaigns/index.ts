export { newCampaign, reportOf } from './addresses.ts';
export { useScheduleText } from './schedule-text.tsx';
