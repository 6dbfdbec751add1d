-- At most so many emails in so many hours to one contact; null is no limit.
alter table organizations
  add column cap_emails smallint check (cap_emails between 1 and 100),
  add column cap_hours smallint check (cap_hours between 1 and 720);
alter table organizations add constraint organizations_cap check ((cap_emails is null) = (cap_hours is null)) not valid;
