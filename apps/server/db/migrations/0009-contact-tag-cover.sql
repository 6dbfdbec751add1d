-- An export reads the tags of a million contacts in the order of this key. With the client, which the wall asks for, the key
-- alone has all of it; without, every link was fetched from the table besides, twice the pages.
-- squawk-ignore-file require-concurrent-index-creation
create unique index contact_tags_with_client on contact_tags (organization_id, contact_id, tag_id) include (client_id);
alter table contact_tags
  drop constraint contact_tags_pkey,
  add constraint contact_tags_pkey primary key using index contact_tags_with_client;
