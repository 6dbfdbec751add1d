-- When a person proved that they read the mailbox of their address; null until then. Whoever is here already keeps
-- working: the default marks existing rows without rewriting them, and is gone before the next person registers.
alter table directory.users add column email_confirmed_at timestamptz default now();
alter table directory.users alter column email_confirmed_at drop default;
grant select (email_confirmed_at) on directory.users to waggle_app;
