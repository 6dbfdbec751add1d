import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Of Prometheus itself and of the exporters the file names. */
const foreign = new Set([
  'up',
  'probe_success',
  'pg_stat_activity_max_tx_duration',
  'pg_replication_lag_seconds',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
]);
const words = new Set(
  'absent and by for group increase ignoring max min min_over_time on or rate sum unless without'.split(' '),
);

/** As Prometheus reads them: counters end in _total, a histogram has three series. */
const existing = new Set(
  globSync('apps/server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...read(path).matchAll(/\.create(\w+)\(\s*'(\w+)'/g)].flatMap(([, kind = '', name = '']) => {
      if (kind.endsWith('Counter')) return [`${name}_total`];
      return kind === 'Histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    }),
  ),
);
const alarms = read('docs/alarms.yaml');
const expressions = [...alarms.matchAll(/^\s+expr: (.+)$/gm)].map(([, text = '']) => text);
const named = (expression: string): string[] =>
  (
    expression
      .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
      .replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, ' ')
      .match(/[a-z_]\w*/g) ?? []
  ).filter((name) => !words.has(name));

test('S10: every metric an alarm asks for exists', () => {
  expect(expressions.length).toBeGreaterThan(15);
  for (const expression of expressions) {
    const metrics = named(expression);
    expect(metrics).not.toEqual([]);
    expect(metrics.filter((name) => !existing.has(name) && !foreign.has(name))).toEqual([]);
  }
});

test('S10: every alarm has a sentence and a severity, and a name of its own', () => {
  const names = [...alarms.matchAll(/alert: (\w+)/g)].map(([, name]) => name);

  expect(new Set(names).size).toBe(expressions.length);
  expect(alarms.match(/summary: '[^']+'/g)).toHaveLength(names.length);
  expect(alarms.match(/severity: (warning|critical)/g)).toHaveLength(names.length);
});

test('S10: every metric stands in the table of the operations guide, and each there exists', () => {
  const table = /\| Metric \| Kind[^]*?\n\n/.exec(read('docs/operations.md'))?.[0] ?? '';
  const listed = new Set([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name));
  const short = new Set([...existing].map((name) => name.replace(/_(total|bucket|sum|count)$/, '')));

  expect([...listed].sort()).toEqual([...short].sort());
});
