import type { Connection } from '@waggle/contracts/sending';

export const presetKeys = ['gmail', 'microsoft', 'ses', 'postmark', 'sendgrid', 'mailgun', 'own'] as const;
export type PresetKey = (typeof presetKeys)[number];

type Preset = {
  /** The service's own name; our texts name what is nobody's. */
  name?: string;
  mark: string;
  /** Background and text of the mark; both readable in either theme. */
  tint: string;
  kind: Connection['kind'];
  host: string;
  /** What it asks for: a login, one token, keys of Amazon, or everything. */
  asks: 'login' | 'token' | 'keys' | 'server';
  /** Where one token is the whole login, what stands beside it. */
  username?: string;
};

/** All of them take STARTTLS on port 587. */
export const presets: Record<PresetKey, Preset> = {
  gmail: { name: 'Gmail', mark: 'G', tint: 'danger', kind: 'smtp', host: 'smtp.gmail.com', asks: 'login' },
  microsoft: {
    name: 'Microsoft 365',
    mark: 'M',
    tint: 'info',
    kind: 'smtp',
    host: 'smtp.office365.com',
    asks: 'login',
  },
  ses: { name: 'Amazon SES', mark: 'S', tint: 'warning', kind: 'ses', host: 'localhost', asks: 'keys' },
  postmark: { name: 'Postmark', mark: 'P', tint: 'accent', kind: 'smtp', host: 'smtp.postmarkapp.com', asks: 'token' },
  sendgrid: {
    name: 'SendGrid',
    mark: 'SG',
    tint: 'info',
    kind: 'smtp',
    host: 'smtp.sendgrid.net',
    asks: 'token',
    username: 'apikey',
  },
  mailgun: { name: 'Mailgun', mark: 'MG', tint: 'danger', kind: 'smtp', host: 'smtp.mailgun.org', asks: 'login' },
  own: { mark: '', tint: 'neutral', kind: 'smtp', host: '', asks: 'server' },
};

/** Mailgun's European servers have a name of their own. */
const hosts: readonly [PresetKey, RegExp][] = [
  ['gmail', /^smtp\.(gmail|googlemail)\.com$/],
  ['microsoft', /^smtp\.office365\.com$/],
  ['postmark', /^smtp\.postmarkapp\.com$/],
  ['sendgrid', /^smtp\.sendgrid\.net$/],
  ['mailgun', /^smtp\.(eu\.)?mailgun\.org$/],
];

export function presetOf({ kind, host, username }: Pick<Connection, 'kind' | 'host' | 'username'>): PresetKey {
  if (kind === 'ses') return 'ses';
  const key = hosts.find(([, pattern]) => pattern.test(host))?.[0] ?? 'own';
  // Somebody who signs in to SendGrid in another way needs to see the username.
  return presets[key].username !== undefined && username !== presets[key].username ? 'own' : key;
}

export const usualPorts = { starttls: 587, implicit: 465, none: 25 } as const;

/** The port that goes with an encryption; one that somebody chose is kept. */
export const portAfter = (port: number, tls: keyof typeof usualPorts): number =>
  (Object.values(usualPorts) as number[]).includes(port) || Number.isNaN(port) ? usualPorts[tls] : port;
