-- no transaction
-- A search for suppressed addresses by their beginning.
create index concurrently suppressions_prefix on suppressions (organization_id, address text_pattern_ops) where address is not null;
