-- `waggle rotate-secrets` encrypts the keys of links anew; which key signs which links never changes.
grant update (secret) on link_keys to waggle_app;

-- When the person signed in, kept when the session is renewed: the age of a session has an end however often it is used.
-- Null in rows of versions before this one, which also used another name for the cookie; their age counts from created_at.
alter table directory.sessions add column started_at timestamptz;
