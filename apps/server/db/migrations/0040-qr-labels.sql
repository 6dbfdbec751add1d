-- Words people sort their codes by. They exist as long as a code has them, so none is left over and none needs a table.
alter table qr_codes add column labels text[] not null default '{}'
  check (cardinality(labels) <= 10 and array_position(labels, null) is null);
