-- no transaction
alter table automations validate constraint automations_hold_reason_check;
