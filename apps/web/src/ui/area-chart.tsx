import { lazy } from 'react';

/** Lines over time; the first series has the honey area. recharts arrives only when one is drawn. */
export const AreaChart = lazy(async () => ({ default: (await import('./area-chart-body.tsx')).AreaChartBody }));
