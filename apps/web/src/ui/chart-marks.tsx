import type { ComponentProps, ReactNode } from 'react';
import { plot } from './chart-series.tsx';
import type { Icon } from './icon.ts';
import { Menu } from './menu.tsx';
import { Tooltip } from './tooltip.tsx';

export type ChartMark = {
  /** Its place between the first point and the last, 0 to 1. */
  place: number;
  icon: Icon;
  label: string;
  /** `MenuItem`s: what happened there. */
  items: ReactNode;
};

/** What happened, on the axis of an area chart; around both is a relative box of the chart's height. */
export function ChartMarks({ label, marks }: { label: string; marks: readonly ChartMark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label={label} className="pointer-events-none absolute inset-0">
      {marks.map(({ place, icon, label: name, items }) => (
        <li
          key={place}
          className="absolute translate-x-[-50%] translate-y-[50%]"
          style={{
            left: `calc(${plot.left}px + (100% - ${plot.left + plot.right}px) * ${place})`,
            bottom: plot.bottom,
          }}
        >
          <Menu align="center" side="top" trigger={<Mark icon={icon} label={name} />}>
            {items}
          </Menu>
        </li>
      ))}
    </ul>
  );
}

function Mark({ icon: Icon, label, ...props }: { icon: Icon; label: string } & ComponentProps<'button'>) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        className="pointer-events-auto grid size-6 place-content-center rounded-full"
        {...props}
      >
        <span className="grid size-4.5 place-content-center rounded-full border border-line-strong bg-surface text-subtle">
          <Icon aria-hidden className="size-2.5" />
        </span>
      </button>
    </Tooltip>
  );
}
