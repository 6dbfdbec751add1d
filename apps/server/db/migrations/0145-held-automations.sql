-- Emails of an automation that is paused or held wait: who looks for campaigns to send asks for it.
grant select (automation_id) on campaigns to waggle_sweep;
grant select (id, hold_reason) on automations to waggle_sweep;

-- One that is held stands still as one that is paused does: since when is asked when it goes on.
update automations set paused_at = updated_at where hold_reason is not null and paused_at is null;
