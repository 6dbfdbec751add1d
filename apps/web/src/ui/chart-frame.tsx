import { ChartColumn, Ellipsis, Table2 } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { ChartEmpty } from './chart-empty.tsx';
import { ChartFinding } from './chart-finding.ts';
import { type LegendEntry, seriesColour } from './chart-series.tsx';
import type { ChartImage } from './chart-image/chart-image.ts';
import { ChartDownloads } from './chart-downloads.tsx';
import { ChartTable, type ChartTableData } from './chart-table.tsx';
import { cx } from './class-names.ts';
import { Hint } from './hint.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { SegmentedControl, type Segment } from './segmented-control.tsx';
import { Skeleton } from './skeleton.tsx';
import { useUiText } from './ui-text.tsx';

export type ChartFrameProps = {
  title: string;
  /** What it counts, on hover, focus and tap of the title. */
  hint?: string | undefined;
  /** One sentence with the finding, read to those who cannot see the chart. */
  finding: string;
  legend?: readonly LegendEntry[] | undefined;
  /** The net figure in words, under the title. */
  summary?: ReactNode;
  /** One line under the drawing. */
  footnote?: ReactNode;
  /** Right of the title: what the shades mean, a badge. */
  aside?: ReactNode;
  range?: { options: readonly Segment[]; value: string; onValueChange: (value: string) => void } | undefined;
  /** The same numbers for "View as table". */
  table?: ChartTableData | undefined;
  /** The same for files of the chart. */
  image?: ChartImage | undefined;
  /** Why there are no such files, and what to do. */
  imageLocked?: string | undefined;
  /** More `MenuItem`s. */
  menu?: ReactNode;
  /** No data: the axes stay; a node is the action that creates data. */
  empty?: ReactNode;
  /** Pixels; `auto` for drawings that bring their own. */
  height?: number | 'auto' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function ChartFrame(props: ChartFrameProps) {
  const { title, finding, legend, summary, range, table, menu, empty, height = 260, className, children } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <section
      aria-label={title}
      className={cx('flex min-w-0 flex-col rounded-lg border border-line-strong bg-surface p-4.5 shadow-xs', className)}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-base font-semibold text-ink">
          <Hint text={props.hint}>{title}</Hint>
        </h2>
        {legend && <Legend entries={legend} />}
        <div className="ml-auto flex max-w-full items-center gap-1.5">
          {props.aside}
          {range && <RangeControl range={range} />}
          {(table || menu) && <ChartMenu {...props} asTable={asTable} onAsTable={setAsTable} />}
        </div>
      </header>
      {summary && <div className="mt-1 text-xs text-muted">{summary}</div>}
      <div className="mt-3 min-w-0">
        {asTable && table ? (
          <ChartTable caption={title} data={table} maxHeight={height === 'auto' ? 320 : height * 1.5} />
        ) : (
          <div style={{ height: height === 'auto' ? undefined : height }}>
            <ChartFinding value={finding}>
              <Drawing empty={empty}>{children}</Drawing>
            </ChartFinding>
          </div>
        )}
      </div>
      {props.footnote && <p className="mt-3 text-xs text-muted">{props.footnote}</p>}
    </section>
  );
}

function Drawing({ empty, children }: Pick<ChartFrameProps, 'empty' | 'children'>) {
  if (empty) return <ChartEmpty action={empty === true ? undefined : empty} />;
  return <Suspense fallback={<Waiting />}>{children}</Suspense>;
}

const Waiting = () => <Skeleton shape="block" width="100%" height="100%" />;

function RangeControl({ range }: { range: NonNullable<ChartFrameProps['range']> }) {
  const text = useUiText();
  return <SegmentedControl label={text.chartRange} {...range} />;
}

function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted">
      {entries.map(({ label, series, bars }) => (
        <li key={`${series} ${label}`} className="flex items-center gap-1.5">
          {bars ? (
            <span aria-hidden className="size-2 rounded-[2px]" style={{ background: seriesColour(series) }} />
          ) : (
            <svg aria-hidden width="14" height="4" className="shrink-0">
              <line
                x1="1"
                x2="13"
                y1="2"
                y2="2"
                stroke={seriesColour(series)}
                strokeWidth="2"
                strokeLinecap="round"
                strokeDasharray={series === 'compare' ? '3 3' : undefined}
              />
            </svg>
          )}
          {label}
        </li>
      ))}
    </ul>
  );
}

type ChartMenuProps = Pick<ChartFrameProps, 'table' | 'menu' | 'image' | 'imageLocked'> & {
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
};

function ChartMenu({ table, menu, image, imageLocked, asTable, onAsTable }: ChartMenuProps) {
  const text = useUiText();
  return (
    <Menu trigger={<IconButton label={text.chartMenu} icon={Ellipsis} />}>
      {table && (
        <MenuItem icon={asTable ? ChartColumn : Table2} onSelect={() => onAsTable(!asTable)}>
          {asTable ? text.viewAsChart : text.viewAsTable}
        </MenuItem>
      )}
      {image && <ChartDownloads image={image} locked={imageLocked} />}
      {menu}
    </Menu>
  );
}
