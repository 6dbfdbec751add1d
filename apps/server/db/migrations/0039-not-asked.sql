-- Somebody who was not asked for consent yet: known, and not mailed by campaigns until they agree. Every row fits the rule
-- before, which was narrower, so nothing needs to be read.
alter table contacts drop constraint contacts_email_consent_check;
alter table contacts add constraint contacts_email_consent_check
  check (email_consent in ('none', 'not_asked', 'implied', 'granted', 'confirmed', 'withdrawn')) not valid;
alter table contacts drop constraint contacts_sms_consent_check;
alter table contacts add constraint contacts_sms_consent_check
  check (sms_consent in ('none', 'not_asked', 'implied', 'granted', 'confirmed', 'withdrawn')) not valid;
