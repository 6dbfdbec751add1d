-- After a restore whose journals are missing automations wait for a person: nobody knows whom they have mailed since the backup.
alter table automations drop constraint automations_hold_reason_check;
alter table automations add constraint automations_hold_reason_check check (hold_reason in ('storm', 'sender', 'loop', 'restored')) not valid;

-- Which organizations have some that go on, and nothing of what they do.
create policy sweep on automations for select to waggle_sweep using (true);
grant select (organization_id, status) on automations to waggle_sweep;
