export { RevenueFigure } from './revenue/revenue-figure.tsx';
