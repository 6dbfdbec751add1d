import { createContext, use } from 'react';

/** One sentence with what the chart shows; the frame gives it, the chart inside says it. */
export const ChartFinding = createContext('');

export const useChartFinding = () => use(ChartFinding);
