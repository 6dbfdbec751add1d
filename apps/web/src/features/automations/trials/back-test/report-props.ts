import type { BackTest, BackTestResult } from '@waggle/contracts/automation-trials';

export type ReportProps = { backTest: BackTest; result: BackTestResult };
