import type { ChartGoal, ChartPoint, ChartSeries, LegendEntry } from '../chart-series.tsx';

/** A bar across, with its number and share as text. */
export type ImageBar = {
  label: string;
  value: number;
  shown: string;
  note?: string | undefined;
  /** A tick at what it was before. */
  before?: number | undefined;
  series: LegendEntry['series'];
};

export type ImageDrawing =
  | {
      kind: 'lines' | 'columns';
      points: readonly ChartPoint[];
      series: readonly ChartSeries[];
      goal?: ChartGoal | undefined;
    }
  | { kind: 'bars'; bars: readonly ImageBar[] }
  | {
      kind: 'grid';
      rows: readonly string[];
      columns: readonly string[];
      values: readonly (readonly (number | null)[])[];
      /** The text in a cell; none where the shade says enough. */
      shown?: ((value: number) => string) | undefined;
    };

/** What a file of a chart shows: the same numbers as the screen, with what a reader elsewhere needs to understand them. */
export type ChartImage = {
  title: string;
  /** Period and client. */
  subtitle: string;
  legend?: readonly LegendEntry[] | undefined;
  /** A sentence below. */
  footnote?: string | undefined;
  drawing: ImageDrawing;
};
