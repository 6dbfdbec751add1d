-- no transaction
-- For figures of a month, a week or a day: the campaigns whose sending began in it. Emails to one contact are many and never in these figures.
create index concurrently campaigns_sent on campaigns (organization_id, sent_at) where sent_at is not null and deleted_at is null and contact_id is null;
