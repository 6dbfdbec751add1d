-- no transaction
create index concurrently qr_codes_form_id on qr_codes (organization_id, form_id);
alter table qr_codes validate constraint qr_codes_form;
