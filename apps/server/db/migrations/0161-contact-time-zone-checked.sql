-- no transaction
alter table contacts validate constraint contacts_time_zone_check;
