-- Somebody who was sent a confirmation email and has not confirmed: known, and mailed by nobody until they do. Every row fits
-- the rule before, which was narrower, so nothing needs to be read.
alter table contacts drop constraint contacts_email_consent_check;
alter table contacts add constraint contacts_email_consent_check
  check (email_consent in ('none', 'not_asked', 'pending', 'implied', 'granted', 'confirmed', 'withdrawn')) not valid;
alter table contacts drop constraint contacts_sms_consent_check;
alter table contacts add constraint contacts_sms_consent_check
  check (sms_consent in ('none', 'not_asked', 'pending', 'implied', 'granted', 'confirmed', 'withdrawn')) not valid;
alter table consents drop constraint consents_state_check;
alter table consents add constraint consents_state_check
  check (state in ('pending', 'implied', 'granted', 'confirmed', 'withdrawn')) not valid;
alter table consents
  -- Of the form whose words were shown, and the SHA-256 of those words.
  add column text_version int,
  add column text_hash bytea;
alter table consents add constraint consents_text_version_check check (text_version > 0) not valid;
alter table consents add constraint consents_text_hash_check check (octet_length(text_hash) = 32) not valid;
