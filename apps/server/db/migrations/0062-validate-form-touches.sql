-- no transaction
alter table form_submissions validate constraint form_submissions_touch;
