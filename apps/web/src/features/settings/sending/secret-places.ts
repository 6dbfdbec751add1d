import type { PresetKey } from './presets.ts';

/** Where each service shows the secret to copy. */
export const secretPlaces: Record<Exclude<PresetKey, 'own'>, string> = {
  gmail: 'https://myaccount.google.com/apppasswords',
  microsoft: 'https://admin.microsoft.com/Adminportal/Home#/users',
  ses: 'https://console.aws.amazon.com/iam/home#/users',
  postmark: 'https://account.postmarkapp.com/servers',
  sendgrid: 'https://app.sendgrid.com/settings/api_keys',
  mailgun: 'https://app.mailgun.com/mg/sending/domains',
};
