-- A code may lead to a form. Not checked for the rows that are there: none has one.
alter table qr_codes add constraint qr_codes_form foreign key (organization_id, form_id)
  references forms (organization_id, id) on delete set null (form_id) not valid;
