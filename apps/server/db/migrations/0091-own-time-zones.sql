-- In which zone times are shown to a person; without one it is the organization's.
alter table directory.users add column timezone text check (char_length(timezone) <= 64);
grant select (timezone) on directory.users to waggle_app;
