import type { ClientWork } from '#features/accounts/index.ts';
import { countRunningOf, pauseRunningOf } from './queries.ts';

export const clientReports: ClientWork = { kind: 'reports', count: countRunningOf, stop: pauseRunningOf };
