export { doubtReports, listDueReports, replayReports } from './restore/restore.ts';
