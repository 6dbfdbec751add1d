-- An email a person wrote to one contact is sent as a campaign of one recipient. These name the contact and the author; null for
-- all other campaigns. No keys: the email outlives both, and goes with an erasure.
alter table campaigns add column contact_id uuid, add column written_by uuid;
