/** Why somebody is left out; every contact is in the audience or has exactly one of these. */
export const leftOutReasons = [
  'not-selected',
  'excluded',
  'unsubscribed',
  'bounced',
  'complained',
  'consent-withdrawn',
  'consent-expired',
  'consent-not-asked',
  'unconfirmed',
  'paused',
  /** Opted out of the topic of the campaign, and of nothing else. */
  'topic-opted-out',
  'doubled-address',
  /** Has had as many emails as the organization allows. */
  'capped',
] as const;
