-- What emails take from a brand besides its accent. Null takes what the design has.
alter table brands
  add column highlight text check (highlight ~ '^#[0-9a-f]{6}$'),
  add column heading_font text check (heading_font ~ '^[a-z]{1,20}$'),
  add column body_font text check (body_font ~ '^[a-z]{1,20}$'),
  add column social_links jsonb not null default '[]' check (jsonb_typeof(social_links) = 'array'),
  add column footer_text text check (char_length(footer_text) between 1 and 500);
