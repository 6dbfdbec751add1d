-- When a test through the connection last succeeded; null until one did, and again once it leads to another server.
alter table smtp_connections add column tested_at timestamptz;
-- Those of the version before were shown as working; what fails says so by itself.
update smtp_connections set tested_at = updated_at where state = 'active';
