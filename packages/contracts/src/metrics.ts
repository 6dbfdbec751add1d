/**
 * Every figure on Overview and Analytics: a number in an answer that is not listed here fails the tests, and so does a line here that no test counts from
 * rows.
 */
type Figure = {
  unit: 'count' | 'percent' | 'money';
  /**
   * Sums of periods add up to that of the whole; states are as of now or of the end of a day; a rate is a share and a change a comparison, and neither
   * is ever added up.
   */
  kind: 'sum' | 'state' | 'rate' | 'change';
  /** The line of docs/metrics.md that says what it is. */
  definition: string;
  /** The numbers in `metric_totals` that it is made of; none where it is counted from other rows. */
  totals: readonly number[];
  /** Where it is shown: the name of a call and the place in its answer. */
  shown: readonly string[];
};

type Kind = Pick<Figure, 'unit' | 'kind'>;
const kindsOf = (unit: Figure['unit']) => ({
  sum: { unit, kind: 'sum' } satisfies Kind,
  state: { unit, kind: 'state' } satisfies Kind,
  rate: { unit, kind: 'rate' } satisfies Kind,
  change: { unit, kind: 'change' } satisfies Kind,
});
const [count, percent, money] = [kindsOf('count'), kindsOf('percent'), kindsOf('money')];

const figure = (kind: Kind, definition: string, shown: readonly string[], totals: readonly number[] = []): Figure => ({
  ...kind,
  definition,
  totals,
  shown,
});

const eachCampaign = (name: string) => [
  `analytics.overview campaigns[].${name}`,
  `analytics.campaigns items[].${name}`,
];
const allCampaigns = (name: string) => [`analytics.overview performance.${name}`, `analytics.campaigns sums.${name}`];

const growthCall = 'dashboard.contact-growth';
const eachClient = (name: string) => `analytics.clients clients[].${name}`;
const averageClient = (name: string) => `analytics.clients average.${name}`;

export const figures = {
  contacts: figure(count.state, 'Contacts', [
    'dashboard.metrics totalContacts',
    'analytics.overview contacts.value',
    'analytics.contacts total',
    'goals.list reached.contacts',
    'analytics.ask contacts',
  ]),
  contactsChange: figure(percent.change, 'Change of contacts', ['analytics.overview contacts.change'], [41]),
  contactsGrowth: figure(percent.change, 'Growth of contacts', ['dashboard.metrics contactsGrowth'], [42, 43]),
  contactsByDay: figure(count.state, 'Contact growth', ['dashboard.metrics trends.contacts[]'], [41]),
  contactsByStatus: figure(count.state, 'Contacts by status', ['analytics.overview distribution[].contacts']),
  contactsCreated: figure(count.sum, 'Created', ['analytics.contacts created', 'analytics.ask new-contacts'], [40]),
  contactsCreatedThisMonth: figure(count.sum, 'New contacts this month', ['goals.list reached.new-contacts'], [40]),
  contactsCreatedBefore: figure(count.sum, 'Created', ['analytics.contacts createdBefore'], [40]),
  contactsCreatedByMonth: figure(count.sum, 'Created by month', ['analytics.contacts months[].created'], [40]),
  contactsJoined: figure(count.sum, 'Joined', ['analytics.contacts joined'], [42]),
  contactsLeft: figure(count.sum, 'Left', ['analytics.contacts left'], [43]),

  contactsByPoint: figure(count.state, 'Contact growth', [`${growthCall} days[].total`], [41]),
  contactsByPointBefore: figure(count.state, 'Contact growth', [`${growthCall} previous[]`], [41]),
  contactsJoinedByPoint: figure(count.sum, 'Joined', [`${growthCall} days[].joined`], [42]),
  contactsLeftByPoint: figure(count.sum, 'Left', [`${growthCall} days[].left`], [43]),
  contactsJoinedInRange: figure(count.sum, 'Joined', [`${growthCall} joined`], [42]),
  contactsLeftInRange: figure(count.sum, 'Left', [`${growthCall} left`], [43]),
  cohortPeople: figure(count.sum, 'Retention', ['analytics.retention cohorts[].people']),
  cohortMailable: figure(count.state, 'Retention', ['analytics.retention cohorts[].mailable[]']),

  activeForms: figure(count.state, 'Active forms', ['dashboard.metrics activeForms']),
  activeFormsGrowth: figure(percent.change, 'Growth of active forms', ['dashboard.metrics formsGrowth'], [44]),
  activeFormsByDay: figure(count.state, 'Active forms', ['dashboard.metrics trends.forms[]'], [44]),

  emailOpenRate: figure(
    percent.rate,
    'Email open rate',
    ['dashboard.metrics emailOpenRate', 'goals.list reached.open-rate'],
    [51, 52],
  ),
  emailOpenRateGrowth: figure(
    percent.change,
    'Growth of the open rate',
    ['dashboard.metrics emailOpenRateGrowth'],
    [51, 52],
  ),
  emailOpenRateByWeek: figure(percent.rate, 'Email open rate', ['dashboard.metrics trends.emailOpenRate[]'], [51, 52]),

  campaigns: figure(count.sum, 'Campaigns', ['analytics.campaigns total', 'analytics.ask campaigns']),
  activeCampaigns: figure(count.state, 'Active campaigns', ['analytics.overview activeCampaigns.value']),
  activeCampaignsChange: figure(
    percent.change,
    'Active campaigns',
    ['analytics.overview activeCampaigns.change'],
    [45],
  ),
  campaignOpenRate: figure(percent.rate, 'Open rate', [
    'analytics.overview emailOpenRate.value',
    'analytics.ask open-rate',
  ]),
  campaignClickRate: figure(percent.rate, 'Click rate', ['analytics.ask click-rate']),
  campaignOpenRateChange: figure(percent.change, 'Change of the open rate', [
    'analytics.overview emailOpenRate.change',
  ]),
  sent: figure(count.sum, 'Sent', [...allCampaigns('sent'), 'analytics.ask sent']),
  delivered: figure(count.sum, 'Delivered', [...allCampaigns('delivered'), 'analytics.ask delivered']),
  opened: figure(count.sum, 'Opened', [...allCampaigns('opened'), 'analytics.ask opens']),
  clicked: figure(count.sum, 'Clicked', [...allCampaigns('clicked'), 'analytics.ask clicks']),
  bounced: figure(count.sum, 'Bounced', [...allCampaigns('bounced'), 'analytics.ask bounces']),
  sentBefore: figure(count.sum, 'Sent', ['analytics.overview performanceBefore.sent']),
  deliveredBefore: figure(count.sum, 'Delivered', ['analytics.overview performanceBefore.delivered']),
  openedBefore: figure(count.sum, 'Opened', ['analytics.overview performanceBefore.opened']),
  clickedBefore: figure(count.sum, 'Clicked', ['analytics.overview performanceBefore.clicked']),
  bouncedBefore: figure(count.sum, 'Bounced', ['analytics.overview performanceBefore.bounced']),
  sentEach: figure(count.sum, 'Sent', eachCampaign('sent')),
  deliveredEach: figure(count.sum, 'Delivered', eachCampaign('delivered')),
  openedEach: figure(count.sum, 'Opened', eachCampaign('opened')),
  clickedEach: figure(count.sum, 'Clicked', eachCampaign('clicked')),
  bouncedEach: figure(count.sum, 'Bounced', eachCampaign('bounced')),
  openRateEach: figure(percent.rate, 'Open rate', eachCampaign('openRate')),
  clickRateEach: figure(percent.rate, 'Click rate', eachCampaign('clickRate')),

  codes: figure(count.state, 'Codes', ['analytics.codes total']),
  scans: figure(
    count.sum,
    'Scans',
    ['analytics.overview scans.value', 'analytics.codes scans', 'analytics.ask scans'],
    [1],
  ),
  scansThisMonth: figure(count.sum, 'Scans this month', ['goals.list reached.scans'], [1]),
  scansChange: figure(percent.change, 'Change of scans', ['analytics.overview scans.change'], [1]),
  scansEach: figure(count.sum, 'Scans', ['analytics.overview codes[].scans', 'analytics.codes items[].scans']),
  scansEachByDay: figure(count.sum, 'Trend of a code', [
    'analytics.overview codes[].trend[]',
    'analytics.codes items[].trend[]',
  ]),

  clientContacts: figure(count.state, 'Contacts', [eachClient('contacts')]),
  clientCreated: figure(count.sum, 'Created', [eachClient('created')], [40]),
  clientSent: figure(count.sum, 'Sent', [eachClient('sent')]),
  clientScans: figure(count.sum, 'Scans', [eachClient('scans')], [1]),
  clientOpenRate: figure(percent.rate, 'Open rate', [eachClient('openRate')]),
  clientClickRate: figure(percent.rate, 'Click rate', [eachClient('clickRate')]),
  averageContacts: figure(count.rate, 'Contacts', [averageClient('contacts')]),
  averageCreated: figure(count.rate, 'Created', [averageClient('created')], [40]),
  averageSent: figure(count.rate, 'Sent', [averageClient('sent')]),
  averageScans: figure(count.rate, 'Scans', [averageClient('scans')], [1]),
  averageOpenRate: figure(percent.rate, 'Open rate', [averageClient('openRate')]),
  averageClickRate: figure(percent.rate, 'Click rate', [averageClient('clickRate')]),

  // Revenue has the numbers 60 to 69 of metric_totals.
  revenue: figure(money.sum, 'Revenue', ['dashboard.metrics revenue', 'goals.list reached.revenue'], [60]),
  revenueOfPeriod: figure(money.sum, 'Revenue', ['analytics.ask revenue'], [60]),
  revenueGrowth: figure(percent.change, 'Growth of revenue', ['dashboard.metrics revenueGrowth'], [60]),
  revenueTrend: figure(money.sum, 'Revenue', ['dashboard.metrics trends.revenue[]'], [60]),
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

/** The figures that are wrong where a total is. */
export const figuresOf = (metric: number): FigureName[] =>
  (Object.keys(figures) as FigureName[]).filter((name) => figures[name].totals.includes(metric));

/** The figure that answers a question of `analytics.ask`. */
export const askedFigure = (metric: string): Figure =>
  Object.values<Figure>(figures).find(({ shown }) => shown.includes(`analytics.ask ${metric}`))!;
