-- Parameters added to the links of the email; null adds none. Without a scan of the table: what is there has none.
alter table campaigns
  add column utm jsonb,
  add constraint campaigns_utm_check check (jsonb_typeof(utm) = 'object') not valid;
