import { ClipboardList, DollarSign, MailOpen, Send, Tag, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { AreaChart } from '#ui/area-chart.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { BarChart } from '#ui/bar-chart.tsx';
import { BarList } from '#ui/bar-list.tsx';
import { BulkAction, BulkBar } from '#ui/bulk-bar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { DataTable, type Column, type Sort } from '#ui/data-table.tsx';
import { HeatMap, HeatMapAxis, HeatMapScale } from '#ui/heat-map.tsx';
import { MetricCard, MetricCardSkeleton } from '#ui/metric-card.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { TableOptions } from '#ui/table-options.tsx';
import { useTablePreferences } from '#ui/table-preferences.ts';
import { TagList } from '#ui/tag-chip.tsx';
import { useBulkSelection } from '#ui/use-bulk-selection.ts';
import { growth, people, perWeek, statusTone, type Person } from './gallery-sample.ts';

export function GalleryData() {
  return (
    <div className="col-span-full grid min-w-0 gap-4">
      <Metrics />
      <Charts />
      <WeekAndPlaces />
      <Contacts />
    </div>
  );
}

const rising = [3, 4, 4, 5, 6, 6, 7, 9, 10, 12];

function Metrics() {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
      <MetricCard
        label="Total Contacts"
        icon={Users}
        value="12,486"
        growth={{ percent: 4.6, label: 'from last month' }}
        trend={rising}
      />
      <MetricCard label="Active Forms" icon={ClipboardList} value="14" growth={null} />
      <MetricCard
        label="Email Open Rate"
        icon={MailOpen}
        value="42.4%"
        growth={{ percent: 1.9, label: 'from last month' }}
        trend={[2, 4, 3, 5, 4, 6, 5, 7]}
      />
      <MetricCard
        label="Revenue This Month"
        icon={DollarSign}
        value="$18,240"
        growth={{ percent: -3.2, label: 'from last month' }}
        trend={[6, 2, 8, 4, 6, 3, 2]}
      />
      <MetricCardSkeleton />
    </div>
  );
}

const ranges = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
];

function Charts() {
  const [range, setRange] = useState('30');
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ChartFrame
        title="Contact Growth"
        finding="Total contacts grew from 11,950 to 12,450 in 30 days."
        className="lg:col-span-2"
        legend={[
          { label: 'Total contacts', series: 1 },
          { label: 'Previous 30 days', series: 'compare' },
        ]}
        summary={
          <>
            <span className="mr-2 text-lg font-semibold text-ink">+549</span> net new contacts: 638 joined, 89
            unsubscribed
          </>
        }
        range={{ options: ranges, value: range, onValueChange: setRange }}
        table={{ columns: ['Day', 'Total', 'Before'], rows: growth.map((day) => [day.x, day.total, day.before]) }}
      >
        <AreaChart
          points={growth}
          series={[
            { key: 'total', label: 'Total', series: 1 },
            { key: 'before', label: 'Before', series: 'compare' },
          ]}
        />
      </ChartFrame>
      <ChartFrame title="No data yet" finding="No data available" empty={<Button>Create Form</Button>}>
        {null}
      </ChartFrame>
      <ChartFrame
        title="Where contacts come from"
        finding="Forms bring twice as many contacts as imports."
        className="lg:col-span-3"
        height={180}
      >
        <BarChart
          stacked
          points={perWeek}
          series={[
            { key: 'forms', label: 'Forms', series: 1 },
            { key: 'imports', label: 'Imports', series: 2 },
          ]}
        />
      </ChartFrame>
    </div>
  );
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const week = weekdays.map((_, day) =>
  Array.from({ length: 24 }, (__, hour) => Math.max(0, 9 + day - Math.abs(hour - 13) * 2)),
);

function WeekAndPlaces() {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ChartFrame
        title="When people scan"
        finding="Busiest: Sunday, 1 PM"
        className="lg:col-span-2"
        aside={<HeatMapScale less="less" more="more" />}
        footnote="Busiest: Sunday, 1 PM"
        height="auto"
      >
        <HeatMap
          rows={weekdays}
          columns={Array.from({ length: 24 }, (_, hour) => `${hour}:00`)}
          values={week}
          describe={(day, hour) => `${weekdays[day]}, ${hour}:00: ${week[day]?.[hour]} scans`}
        />
        <HeatMapAxis labels={Array.from({ length: 24 }, (_, hour) => (hour % 6 === 0 ? `${hour}:00` : ''))} />
      </ChartFrame>
      <Card title="Where">
        <BarList
          label="Where"
          items={[
            { id: 'US', label: 'United States', value: 612, note: '70%' },
            { id: 'CA', label: 'Canada', value: 143 },
          ]}
        />
      </Card>
    </div>
  );
}

const columns: Column<Person>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    sortable: true,
    cell: (person) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={person.name} size={26} />
        {person.name}
      </span>
    ),
  },
  { id: 'email', header: 'Email', sortable: true, cell: (person) => person.email },
  { id: 'status', header: 'Status', cell: (person) => <Badge tone={statusTone[person.status]}>{person.status}</Badge> },
  { id: 'tags', header: 'Tags', cell: (person) => <TagList tags={person.tags} /> },
  { id: 'activity', header: 'Last activity', sortable: true, align: 'end', cell: (person) => person.lastActivity },
];

const personId = (person: Person) => person.id;

function phoneRow(person: Person) {
  return {
    leading: <Avatar name={person.name} size={38} />,
    title: person.name,
    badge: person.status === 'active' ? undefined : <Badge tone={statusTone[person.status]}>{person.status}</Badge>,
    subtitle: person.email,
    aside: person.lastActivity,
    asideBelow: <TagList tags={person.tags} max={1} />,
  };
}

const columnWords = {
  frozen: 'Frozen',
  move: (column: string) => `Move ${column}`,
  show: (column: string) => `Show ${column}`,
  hide: (column: string) => `Hide ${column}`,
};

function Contacts() {
  const selection = useBulkSelection();
  const [preferences, changePreferences] = useTablePreferences('gallery');
  const [sort, setSort] = useState<Sort>({ column: 'activity', direction: 'desc' });
  const [state, setState] = useState<'full' | 'refreshing' | 'first' | 'empty'>('full');
  const [open, setOpen] = useState<string>();
  const rows = { full: people, refreshing: people, first: undefined, empty: [] }[state];

  return (
    <div className="flex h-[30rem] min-w-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-surface">
      <PageHeader title="Contacts" count="12,486" actions={<Button variant="primary">Add Contact</Button>} />
      <PageToolbar>
        {(['full', 'refreshing', 'first', 'empty'] as const).map((name) => (
          <Button key={name} size="sm" onClick={() => setState(name)}>
            {name}
          </Button>
        ))}
        <span className="ml-auto" />
        <TableOptions
          label="Columns"
          words={columnWords}
          columns={columns}
          preferences={preferences}
          onChange={changePreferences}
        />
      </PageToolbar>
      <DataTable
        label="Contacts"
        columns={columns}
        rows={rows}
        rowId={personId}
        refreshing={state === 'refreshing'}
        sort={sort}
        onSortChange={setSort}
        selection={selection}
        onRowOpen={(person) => setOpen(person.id)}
        activeRowId={open}
        phoneRow={phoneRow}
        empty={<p className="p-10 text-center text-sm text-muted">No contacts match</p>}
        pagination={{ page: 1, pageSize: 50, total: 412, onPageChange: () => {}, onPageSizeChange: () => {} }}
        bulkBar={
          <BulkBar selection={selection} total={412}>
            <BulkAction icon={Tag} onClick={() => {}}>
              Add tag
            </BulkAction>
            <BulkAction icon={Send} onClick={() => {}}>
              Send Campaign
            </BulkAction>
            <BulkAction icon={Trash2} danger onClick={selection.clear}>
              Delete
            </BulkAction>
          </BulkBar>
        }
        {...preferences}
      />
    </div>
  );
}
