-- The equation of a move, counted on both sides: planned = moved + taken_out + ended.
alter table automation_moves
  -- Left by the mapping.
  add column taken_out bigint not null default 0,
  -- Had ended shortly before it was planned; whoever is past beside them in the end has ended meanwhile.
  add column ended_before bigint not null default 0;
