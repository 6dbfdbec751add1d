import { lazy } from 'react';

/** Bars per step of time or per name. recharts arrives only when one is drawn. */
export const BarChart = lazy(async () => ({ default: (await import('./bar-chart-body.tsx')).BarChartBody }));
