import { isbot } from 'isbot';
import { memo } from './memo.ts';

/** What a user agent alone gives away. */
export type Agent = {
  kind:
    | 'empty'
    | 'mail-proxy'
    | 'link-preview'
    | 'link-scanner'
    | 'http-library'
    | 'headless'
    | 'bot'
    | 'unknown'
    | 'ancient'
    | 'browser';
  system: 'android' | 'ios' | 'windows' | 'macos' | 'other';
};

/** Apps people scan with call themselves scanners and bots, as machines do. */
const qrApp = /\bQR\w*\/[\d.]+/gi;

/** In the order they are asked. Names are those their senders document. */
const kinds: [Agent['kind'], (agent: string) => boolean][] = [
  ['empty', (agent) => agent === '' || agent === '-'],
  // Fetches pictures for mail programs; whether a person looked is unknown. The bare name is that of Apple's proxy.
  ['mail-proxy', (agent) => agent === 'Mozilla/5.0' || /ImageProxy|MailProxy/.test(agent)],
  [
    'link-preview',
    matching(
      /^WhatsApp\/|facebookexternalhit|facebookcatalog|Twitterbot|Slack(bot|-ImgProxy)|TelegramBot|Discordbot|LinkedInBot|Skype\w{0,20}Preview/,
      /^Viber\/|Embedly|Iframely|Snap URL Preview|NotionEmbedder|Cardyb|Pinterestbot|redditbot|Mastodon\/|vkShare|FlipboardProxy/,
      /url-preview|URLPreview|Link Preview|ms-office|^Microsoft Office|google.com\/\+\/web\/snippet/i,
    ),
  ],
  [
    'link-scanner',
    matching(
      /Barracuda|proofpoint|CiscoSecureEmail|IronPort|Mimecast|^TMES\b|SafeLinks|virustotal|Google-Safety|Netcraft|CensysInspect/i,
      /Palo Alto Networks|zgrab|Nmap|Nessus|Nikto|Forcepoint|Zscaler|FireEye|Sophos|urlscan/i,
    ),
  ],
  [
    'http-library',
    matching(
      /^(curl|Wget|python|Go-http|Java\/|Java-http|Apache-HttpClient|okhttp|axios|node|undici|got |Guzzle|PHP|libwww|lwp|Ruby|Faraday)/i,
      /^(Dart|Postman|insomnia|HTTPie|Scrapy|reqwest|hyper|Dalvik|aria2|Mechanize|rest-client|WinHttp|Jersey|ReactorNetty|Ktor)/i,
      /CFNetwork\/|WindowsPowerShell/,
    ),
  ],
  ['headless', matching(/Headless|PhantomJS|Puppeteer|Playwright|Selenium|Cypress|Lighthouse|Synthetics/)],
  ['bot', (agent) => isbot(agent.replace(qrApp, ''))],
  ['ancient', matching(/^Mozilla\/4\.0 \(compatible; MSIE [5-8]\./)],
  ['unknown', (agent) => !/^(Mozilla\/5\.0 \(|Opera\/9)/.test(agent)],
];

function matching(...patterns: RegExp[]): (agent: string) => boolean {
  return (agent) => patterns.some((pattern) => pattern.test(agent));
}

function systemOf(agent: string): Agent['system'] {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios';
  if (agent.includes('Android')) return 'android';
  if (agent.includes('Windows NT')) return 'windows';
  return agent.includes('Macintosh') ? 'macos' : 'other';
}

/** A few thousand agents make up nearly all requests, and the list of bots is one very long expression. */
const known = memo<Agent>(5_000, (agent) => ({
  kind: kinds.find(([, fits]) => fits(agent))?.[0] ?? 'browser',
  system: systemOf(agent),
}));

export const agentOf = (userAgent: string | undefined): Agent => known(userAgent?.trim() ?? '');
