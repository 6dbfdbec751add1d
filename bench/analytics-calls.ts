// Every call of Overview and of Analytics, in each of its periods.
const periods = ['7d', '30d', '90d', 'all'];
const inEachPeriod = (name: string, path: string): [string, string][] =>
  periods.map((period) => [`${name}_${period}`, `${path}?period=${period}`]);

export const calls = new Map<string, string>([
  ['metrics', '/api/dashboard/metrics'],
  ...['30d', '90d', '1y'].map((range): [string, string] => [
    `growth_${range}`,
    `/api/dashboard/contact-growth?range=${range}`,
  ]),
  ['work', '/api/dashboard/work'],
  ['activity', '/api/dashboard/activity'],
  ['activity_50', '/api/dashboard/activity?limit=50'],
  ['start', '/api/dashboard/start'],
  ...inEachPeriod('overview', '/api/analytics'),
  ...inEachPeriod('contacts', '/api/analytics/contacts'),
  ...inEachPeriod('campaigns', '/api/analytics/campaigns'),
  ...inEachPeriod('codes', '/api/analytics/qr-codes'),
  ...inEachPeriod('hours', '/api/analytics/opening-hours'),
  ['retention', '/api/analytics/retention'],
  ...inEachPeriod('clients', '/api/analytics/clients'),
  ...inEachPeriod('funnel', '/api/analytics/funnel'),
]);
