-- Rows of what was deleted, which a job deletes in batches: a form with a million submissions would take longer than a statement may.
create table rows_to_delete (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  -- The table, and the column that names what was deleted.
  relation text not null check (char_length(relation) <= 63),
  attribute text not null check (char_length(attribute) <= 63),
  parent_id uuid not null,
  since timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table rows_to_delete enable row level security;
alter table rows_to_delete force row level security;
create policy tenant on rows_to_delete to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, delete on rows_to_delete to waggle_app;

-- Which organizations have some, and nothing of what they are.
create policy sweep on rows_to_delete for select to waggle_sweep using (true);
grant select (organization_id) on rows_to_delete to waggle_sweep;

-- By a trigger, so that a process of the version before leaves nothing behind either.
create function public.leave_rows_to_delete() returns trigger language plpgsql as $$
begin
  insert into rows_to_delete (organization_id, relation, attribute, parent_id)
  select old.organization_id, name, tg_argv[0], old.id from unnest(tg_argv[1:]) name
  -- Whoever deletes an organization empties all its tables.
  where exists (select from organizations where id = old.organization_id and deleting_since is null);
  return null;
end
$$;
create trigger leave_rows after delete on forms
  for each row execute function public.leave_rows_to_delete('form_id', 'form_submissions', 'form_spam', 'form_contacts', 'form_sent');
create trigger leave_rows after delete on automations
  for each row execute function public.leave_rows_to_delete('automation_id', 'automation_entries', 'automation_webhooks', 'automation_counts');

-- Whoever writes these rows holds the form or the automation, and what slips through is found by the job, which looks again after ten minutes.
alter table form_submissions drop constraint form_submissions_organization_id_form_id_fkey;
alter table form_spam drop constraint form_spam_organization_id_form_id_fkey;
alter table form_contacts drop constraint form_contacts_organization_id_form_id_fkey;
alter table form_sent drop constraint form_sent_organization_id_form_id_fkey;
alter table automation_entries drop constraint automation_entries_organization_id_automation_id_fkey;
alter table automation_webhooks drop constraint automation_webhooks_organization_id_automation_id_fkey;
alter table automation_counts drop constraint automation_counts_organization_id_automation_id_fkey;

-- They went with the organization by way of what they belong to.
create function public.forget_rows_of_parents() returns trigger language plpgsql as $$
begin
  delete from form_submissions where organization_id = old.id;
  delete from form_spam where organization_id = old.id;
  delete from form_contacts where organization_id = old.id;
  delete from form_sent where organization_id = old.id;
  delete from automation_entries where organization_id = old.id;
  delete from automation_webhooks where organization_id = old.id;
  delete from automation_counts where organization_id = old.id;
  return null;
end
$$;
create trigger forget_rows_of_parents after delete on organizations for each row execute function public.forget_rows_of_parents();
