-- Contacts who are let into an automation are a bulk action like others: `params` names the automation.
alter table contact_batches drop constraint contact_batches_action_check;
alter table contact_batches add constraint contact_batches_action_check check (action in ('tag', 'untag', 'status', 'delete', 'enter')) not valid;
alter table contact_batches
  -- Of `enter`: how many were left out for which reason, and the first hundred of them.
  add column left_out json check (json_typeof(left_out) = 'object');
