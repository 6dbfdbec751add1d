import { readFileSync } from 'node:fs';

/** Metrics the rules for Prometheus make. */
export const alarmsRecorded = (): string[] =>
  [...readFileSync(new URL('../../monitoring/alerts.yaml', import.meta.url), 'utf8').matchAll(/- record: (\w+)/g)].map(
    ([, name = '']) => name,
  );
