export { newCampaign, reportOf, useReportAddress } from './addresses.ts';
export { useScheduleText } from './schedule-text.tsx';
