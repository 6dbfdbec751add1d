export type Series = Record<string, string>;

/** Metrics as Prometheus reads them, each with the labels of all its series. */
export function readExported(text: string): Map<string, Series[]> {
  const metrics = new Map<string, Series[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? \S+/.exec(line) ?? [];
    if (name === undefined) continue;
    const series = Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value]),
    );
    metrics.set(name, [...(metrics.get(name) ?? []), series]);
  }
  return metrics;
}

/** Kinds as the exposition says them: counter, gauge, histogram. Without the ends that series add to the name. */
export const readKinds = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
