import { sql } from 'kysely';

const consentExpired = sql<boolean>`(contacts.email_consent = 'implied' and coalesce((
  select consents.expires_at <= now() from consents
  where consents.organization_id = contacts.organization_id and consents.contact_id = contacts.id and consents.channel = 'email'
  order by consents.created_at desc, consents.id desc limit 1), false))`;

/**
 * Why nothing may be mailed to the row called `contacts`; null for whoever may be mailed. The one definition of it: a
 * count, the freeze of an audience, a claim and the offer of a mail all ask this. A suppression need not be looked up: who
 * suppresses an address, or gives it to a contact, sets the status in the same transaction. Looked up, a count of a million
 * took five times as long.
 */
export const unmailableReason = sql<string | null>`case
  when contacts.status not in ('active', 'lead') then contacts.status
  when contacts.email_consent = 'withdrawn' then 'consent-withdrawn'
  when contacts.email_consent = 'not_asked' then 'consent-not-asked'
  when contacts.email_consent = 'pending' then 'unconfirmed'
  when ${consentExpired} then 'consent-expired'
  when contacts.mail_paused_until > now() then 'paused' end`;
