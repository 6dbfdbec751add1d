export const dnsProviders = ['cloudflare', 'godaddy', 'namecheap', 'squarespace', 'ionos', 'ovh', 'route53'] as const;
export type DnsProvider = (typeof dnsProviders)[number];

/** Names of companies, and where each manages DNS. */
export const providerPages: Record<DnsProvider, { name: string; url: string }> = {
  cloudflare: { name: 'Cloudflare', url: 'https://dash.cloudflare.com/?to=/:account/:zone/dns' },
  godaddy: { name: 'GoDaddy', url: 'https://dcc.godaddy.com/control/portfolio' },
  namecheap: { name: 'Namecheap', url: 'https://ap.www.namecheap.com/domains/list' },
  squarespace: { name: 'Squarespace (Google Domains)', url: 'https://account.squarespace.com/domains' },
  ionos: { name: 'IONOS', url: 'https://my.ionos.com/domains' },
  ovh: { name: 'OVH', url: 'https://www.ovh.com/manager/' },
  route53: { name: 'Amazon Route 53', url: 'https://console.aws.amazon.com/route53/v2/hostedzones' },
};
