import { metrics } from '@opentelemetry/api';
import type { PageName } from './pages.ts';

export type Answers = Record<'redirected' | 'file' | 'page' | PageName, number>;

/** Plain numbers, read when Prometheus asks: a histogram and a line of log for each scan would cost more than the scan. */
export function observeAnswers(): Answers {
  const answers: Answers = {
    redirected: 0,
    file: 0,
    page: 0,
    unknown: 0,
    inactive: 0,
    gone: 0,
    test: 0,
    unavailable: 0,
    tooMany: 0,
  };
  metrics
    .getMeter('waggle')
    .createObservableCounter('edge_answers', { description: 'Answers to strangers, by outcome.' })
    .addCallback((result) => {
      for (const [outcome, count] of Object.entries(answers)) result.observe(count, { outcome });
    });
  return answers;
}
