/**
 * Every reason for which a campaign is paused until a person looks at it, and what it says to that person. The keys are
 * stored; those with an underscore are codes of problems found when it was to start or go on.
 */
export const holdSentences = {
  complaints: 'Recipients complained about this campaign. Acknowledge the complaints and give a reason to resume it.',
  bounces: 'Too many emails in this campaign bounced. Acknowledge the bounces and give a reason to resume it.',
  'sender-untrusted':
    "Receiving servers don't trust the sending domain. Check its DNS records in Settings, then resume the campaign.",
  'sender-refused':
    "The email server doesn't accept the sender of this campaign. Allow the address there, then resume the campaign.",
  'connection-refused':
    'The email server refused the connection. Check the username and password in Settings, then resume the campaign.',
  'connection-blocked':
    "The email server is on a private network, which this installation doesn't allow. Choose a public server, then resume the campaign.",
  'certificate-expired':
    "The email server's certificate has expired or isn't valid yet, so nothing was sent. Have it renewed, then resume the campaign.",
  'certificate-name':
    "The email server's certificate is for another name, so nothing was sent. Check the host in Settings, then resume the campaign.",
  'certificate-untrusted':
    "The email server's certificate isn't from a trusted authority, so nothing was sent. Have it replaced, then resume the campaign.",
  'encryption-missing':
    "The email server doesn't encrypt the connection, so nothing was sent. Check the port and encryption in Settings, then resume the campaign.",
  'missed-schedule':
    "The scheduled time was missed by more than an hour because the server wasn't running. Resume the campaign to send it now.",
  'recipients-gone':
    'A tag or segment of this campaign, or something a segment asks for, was deleted before sending started. Cancel the campaign and send a copy to other recipients.',
  restored:
    'This campaign was due while the server was being restored from a backup, and may have been sent before. Check with your team, then resume it.',
  not_set_up:
    'A verified sender, a connection or the postal address is missing. Complete the setup in Settings, then resume the campaign.',
  not_found:
    'The sender or the connection of this campaign was deleted. Cancel the campaign and send a copy with another one.',
  invalid_input:
    'The content or the recipients of this campaign have errors. Cancel the campaign and send a corrected copy.',
  too_complex: 'The content of this campaign took too long to prepare. Cancel the campaign and send a simpler copy.',
  secret_unreadable:
    "A stored password or signing key can't be read. Enter the password again or create new signing keys in Settings, then resume the campaign.",
  address_unconfirmed:
    "The email address of this account isn't confirmed. Open the link in the email we sent you, then resume the campaign.",
  client_archived:
    'The client of this campaign was archived. Bring the client back in Settings, then resume the campaign.',
  plan_limit: 'Your plan includes no more live automations. End one, or upgrade, then resume the campaign.',
  other: 'Something this campaign needs is missing. Check its sender, connection and recipients, then resume it.',
} as const;

export type HoldReason = keyof typeof holdSentences;

export const holdReasons = Object.keys(holdSentences) as [HoldReason, ...HoldReason[]];

/** A code of this list as it is; whatever else, such as one an older version stored, as `other`. */
export const holdReasonOf = (code: string): HoldReason =>
  Object.hasOwn(holdSentences, code) ? (code as HoldReason) : 'other';
