import { parse } from 'yaml';
import { read } from '../docs/read-docs.ts';

type Alarm = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } };
type Recording = { record: string; expr: string };
type Panel = {
  id: number;
  type: string;
  title: string;
  description: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit: string } };
  targets: { expr: string; legendFormat?: string }[];
};

const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: (Alarm | Recording)[] }[] };
const rules = groups.flatMap((group) => group.rules);

export const alarms = rules.filter((rule): rule is Alarm => 'alert' in rule);
/** Metrics the rules themselves make. */
export const recorded = new Set(rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])));

const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] };
/** Without the rows, which are headings, and with the values Grafana puts in. */
export const panels = dashboard.panels
  .filter(({ type }) => type !== 'row')
  .map((panel) => ({
    ...panel,
    targets: panel.targets.map((target) => ({ ...target, expr: target.expr.replaceAll('$__rate_interval', '5m') })),
  }));

export const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];
