import type { TestApi } from '../../../../test/harness/test-api.ts';
import { insertCampaign } from '../../../../test/matrix/tenant-fixture.ts';
import type { TenantFixture } from '../../../../test/matrix/tenant.ts';

/** Of tables the fixture of the matrix leaves empty. Some rows are dated where no partition but the default one takes them. */
const moreRows: readonly string[] = [
  `insert into suppression_keys values ($1, sha256('key'))`,
  `insert into audit_log (organization_id, happened_at, actor_kind, action, entity_type, outcome)
   select $1, at::timestamptz, 'user', 'contacts.update', 'contact', 'succeeded' from unnest(array['now', '2031-01-01']) at`,
  `insert into campaign_contents (organization_id, campaign_id, frozen) select $1, id, '{}' from campaigns where organization_id = $1`,
  `insert into campaign_exclusions (organization_id, campaign_id, reason, people) select $1, id, 'bounced', 1 from campaigns where organization_id = $1`,
  `insert into campaign_acknowledgements (organization_id, campaign_id, hold, reason) select $1, id, 'bounces', 'checked' from campaigns where organization_id = $1`,
  `insert into campaign_progress (organization_id, campaign_id, state, people) select $1, id, 'accepted', 1 from campaigns where organization_id = $1`,
  `insert into campaign_progress_deltas (organization_id, campaign_id, state, people) select $1, id, 'accepted', 1 from campaigns where organization_id = $1`,
  `insert into campaign_mailboxes (organization_id, campaign_id, provider) select $1, id, 'gmail' from campaigns where organization_id = $1`,
  `insert into campaign_mailbox_deltas (organization_id, campaign_id, provider) select $1, id, 'gmail' from campaigns where organization_id = $1`,
  `insert into campaign_cohorts (organization_id, campaign_id, quarter, is_folded) select $1, id, now(), folded from campaigns, unnest(array[true, false]) folded where organization_id = $1`,
  `insert into campaign_left_out (organization_id, campaign_id, contact_id, reason)
   select $1, campaigns.id, contacts.id, 'bounced' from campaigns join contacts using (organization_id) where organization_id = $1`,
  `insert into campaign_link_checks (organization_id, campaign_id, address_hash, outcome, due_at) select $1, id, sha256('x'), 'silent', now() from campaigns where organization_id = $1`,
  `insert into campaign_versions (organization_id, campaign_id, version, subject, preview_text, content) select $1, id, 1, '', '', '{}' from campaigns where organization_id = $1`,
  `insert into campaign_step_contents (organization_id, automation_id, step_id, content_hash, name, subject, preview_text, content, tracking, sender_domain, frozen, links)
   values ($1, new_id(), 'welcomea', sha256('x'), 'Welcome', 'Welcome', '', '{}', '{}', 'x.example', '{}', '[]')`,
  `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
   select $1, '2031-01-01', new_id(), id, 'accepted', 'x.example' from contacts where organization_id = $1`,
  `insert into campaign_send_values (organization_id, campaign_month, send_id, contact_id, said)
   select $1, '2031-01-01', new_id(), id, '{}' from contacts where organization_id = $1`,
  `insert into consents (organization_id, contact_id, channel, state, source) select $1, id, 'email', 'granted', 'team' from contacts where organization_id = $1`,
  `insert into contact_activity (organization_id, contact_id, type, happened_at)
   select $1, id, 'email.opened', at::timestamptz from contacts, unnest(array['now', '2031-01-01', '1999-01-01']) at where organization_id = $1`,
  `insert into contact_changes (organization_id, batch_month, batch_id, contact_id, change)
   select $1, month::date, new_id(), id, 'tagged' from contacts, unnest(array['now', '2031-01-01']) month where organization_id = $1`,
  `insert into contact_merges (organization_id, merged_id, contact_id) select $1, new_id(), id from contacts where organization_id = $1`,
  `insert into engagement_events (organization_id, happened_at, id, kind, subject_id, label, label_reason, rule_version, first_of_day, device)
   select $1, at::timestamptz, new_id(), 'opened', new_id(), 'human', '', 1, true, 'phone' from unnest(array['now', '2031-01-01']) at`,
  `insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place, content)
   select $1::uuid, sha256('x'), 1, 'image/png', 1, 1, 'database', 'x'::bytea union all select $1, sha256('y'), 1, 'image/png', 1, 1, 'disk', null`,
  `insert into files (organization_id, content_id, purpose) select $1, id, 'test' from file_contents where organization_id = $1`,
  `insert into email_templates (organization_id, name, subject, html) values ($1, 'Letter', 'Hello', '<p>Hello</p>')`,
  `insert into saved_blocks (organization_id, name, kind, block) values ($1, 'Line', 'divider', '{"kind":"divider","id":"a"}')`,
  `insert into form_days (organization_id, form_id, version, day) select $1, id, 1, now() from forms where organization_id = $1`,
  `insert into form_field_counts (organization_id, form_id, version, field_id) select $1, id, 1, 'field_1' from forms where organization_id = $1`,
  `insert into form_snapshots (form_id, organization_id, version, definition, is_active)
   select id, $1, 1, '{}', true from forms where organization_id = $1`,
  `insert into form_spam (organization_id, form_id, id, version, answers, reasons, label, way, submitted_at)
   select $1, id, new_id(), 1, '{}', '{trap}', 'machine', 'page', now() from forms where organization_id = $1`,
  `insert into form_emails (organization_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale)
   select $1, new_id(), new_id(), 1, 'answer', id, sha256('x'), 'x.example', 'en' from contacts where organization_id = $1`,
  `insert into form_notices (organization_id, form_id) select $1, id from forms where organization_id = $1`,
  `insert into form_submissions (organization_id, form_id, id, version, answers, outcome, submitted_at)
   select $1, id, new_id(), 1, '{}', 'no-address', at::timestamptz from forms, unnest(array['now', '2031-01-01']) at where organization_id = $1`,
  `insert into form_contacts (organization_id, form_id, contact_id, submissions)
   select $1, id, new_id(), 1 from forms where organization_id = $1`,
  `insert into contact_touches (organization_id, contact_id, happened_at, id, kind, subject_id)
   select $1, new_id(), at::timestamptz, new_id(), 'click', new_id() from unnest(array['now', '2031-01-01']) at`,
  `insert into purchase_refunds (organization_id, order_scope, order_hash, refund_hash, amount, refunded_at) values ($1, $1, 'x', 'x', 1, now())`,
  `insert into images (organization_id, name, file_id, file_name, width, height, bytes)
   select $1, 'x', id, repeat('x', 24) || '.png', 1, 1, 1 from files where organization_id = $1 and purpose = 'test'`,
  `insert into import_errors (organization_id, import_id, row_number, kind, message, cells) select $1, id, 1, 'invalid', 'x', '[]' from imports where organization_id = $1`,
  `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
   select $1, at::date, new_id(), 'open', new_id(), at::timestamptz, '{}' from unnest(array['now', '2031-01-01']) at`,
  `insert into hosts (organization_id, host, purposes, token, state, verified_at)
   values ($1::uuid, 'go.' || $1::uuid || '.example', '{links}', repeat('0', 32), 'verified', now())`,
  `insert into client_starts (organization_id, client_id, attempt, outcome) select $1, id, id::text, '{}' from clients where organization_id = $1`,
  `insert into client_snoozes (organization_id, user_id, client_id, reasons)
   select $1, members.user_id, clients.id, '{limit}' from members join clients using (organization_id) where organization_id = $1`,
  `update contacts set company = 'x' where organization_id = $1`,
  `insert into contact_views (organization_id, owner_id, name, state) select organization_id, user_id, 'x', '{}' from members where organization_id = $1`,
  `insert into topics (organization_id, name, position) values ($1, 'x', 0)`,
  `insert into topic_choices (organization_id, topic_id, address_hash, opted_out, source, chosen_at)
   select organization_id, id, sha256('x'), true, 'person', now() from topics where organization_id = $1`,
  `insert into billing_accounts (organization_id, stripe_customer_id) values ($1, 'cus_' || new_id())`,
  `insert into billing_invoices (organization_id, id, created_at, state, amount, currency) values ($1, 'in_1', now(), 'paid', 2900, 'USD')`,
  `insert into stripe_events (organization_id, id, type, created_at) values ($1, 'evt_1', 'invoice.paid', now())`,
  `insert into upgrade_attempts (organization_id, price_id) values ($1, 'price_core')`,
  `insert into report_emails (organization_id, schedule_id, link_id, period, address_hash) values ($1, new_id(), new_id(), 'x', sha256('x'))`,
  `insert into report_stops (organization_id, address_hash) values ($1, sha256('x'))`,
  `insert into outbox_events (organization_id, name, payload) values ($1, 'contact.deleted', '{}')`,
  `insert into event_cursors (organization_id, subscriber, source, seen) values ($1, 'x', 'x', pg_current_snapshot())`,
  `insert into outbox_deliveries (organization_id, event_id, event_created_at, subscriber) values ($1, new_id(), now(), 'x')`,
  `insert into white_labels (organization_id, is_on, name, hides_powered_by) values ($1, true, 'Hive', false)`,
  `insert into guest_sessions (organization_id, client_id, link_id, token, expires_at)
   select organization_id, client_id, id, repeat('x', 43), now() + interval '1 hour' from guest_links where organization_id = $1`,
  `insert into rows_to_delete (organization_id, relation, attribute, parent_id) values ($1, 'form_spam', 'form_id', new_id())`,
  `insert into qr_batches (organization_id, rows_sha256) values ($1, sha256('rows'))`,
  `insert into segment_watches (organization_id, segment_id) select $1, id from segments where organization_id = $1`,
  `insert into segment_members (organization_id, segment_id, contact_id)
   select $1, segments.id, contacts.id from segments join contacts using (organization_id) where organization_id = $1`,
  `insert into automation_entries (organization_id, contact_id, automation_id, last_at) select $1, new_id(), id, now() from automations where organization_id = $1`,
  `insert into automation_turns (organization_id, contact_id, run_id, seq, automation_id, version, nodes, outcomes)
   select $1, new_id(), new_id(), 1, id, 1, '{0}', '{0}' from automations where organization_id = $1`,
  `insert into automation_past (organization_id, id, automation_id, contact_id, version, step, seq, pass, entered_at, reason)
   select $1, new_id(), id, new_id(), 1, 0, 1, 1, now(), 'completed' from automations where organization_id = $1`,
  `insert into automation_counts (organization_id, automation_id, step_id, on_day, slot) select $1, id, '', now(), 0 from automations where organization_id = $1`,
  `insert into automation_moves (organization_id, automation_id, from_version, to_version, mapping, planned)
   select $1, id, 1, 2, '[]', 0 from automations where organization_id = $1`,
  `insert into automation_webhooks (organization_id, automation_id, step_id, run_id, seq, contact_id, url, reply)
   select $1, id, 'abcdefgh', new_id(), 1, new_id(), 'https://x.example', false from automations where organization_id = $1`,
  `insert into webhook_secrets (organization_id, secret) values ($1, 'x')`,
  `insert into segment_counts (organization_id, segment_id, counted_on, members) select $1, id, now(), 1 from segments where organization_id = $1`,
  `insert into send_budgets (organization_id, scope, key, tokens, rate) values ($1, 'domain', 'x.example', 1, 1)`,
  `insert into stat_days (organization_id, subject_id, metric, part, day, value, total) values ($1, new_id(), 1, 'all', now(), '', 1)`,
  `insert into stat_hours (organization_id, subject_id, metric, hour, total) select $1, new_id(), 1, at::timestamptz, 1 from unnest(array['now', '2031-01-01']) at`,
  `insert into directory.verifications (identifier, value, expires_at) select 'reset-password:x', id::text, now() + interval '1 hour' from directory.users where organization_id = $1`,
  `insert into directory.email_changes (user_id, old_email, new_email, new_token, expires_at) select id, email, 'new@x.example', 'x', now() + interval '1 hour' from directory.users where organization_id = $1`,
  `insert into directory.passkeys (user_id, credential, public_key, user_handle, name) select id, id::text, 'x', repeat('x', 43), 'x' from directory.users where organization_id = $1`,
  `insert into directory.passkey_challenges (hash, purpose, user_id, expires_at) select id::text, 'second-factor', id, now() + interval '5 minutes' from directory.users where organization_id = $1`,
  `insert into pgboss.job (name, data) values ('dead.maintenance', jsonb_build_object('organizationId', $1::uuid, 'payload', '{}'))`,
];

/** One row at least of everything an organization can have. */
export async function fillEveryTable(api: TestApi, tenant: TenantFixture): Promise<void> {
  await insertCampaign(api, tenant, tenant.clients.x, { status: 'ACTIVE' });
  for (const statement of moreRows) await api.db.owner.query(statement, [tenant.organizationId]);
}

/** Contacts with a tag and two lines of their timeline each, in numbers that take many batches. */
export async function addContacts({ db: { owner } }: TestApi, organizationId: string, people: number): Promise<void> {
  await owner.query(
    `insert into contacts (organization_id, email, first_name)
     select $1::uuid, 'grown' || i || '@' || $1::uuid || '.example', 'Grown' from generate_series(1, $2::int) i`,
    [organizationId, people],
  );
  for (const statement of [
    `insert into tags (organization_id, name) values ($1, 'grown')`,
    `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select c.organization_id, c.id, t.id, c.created_at from contacts c, tags t
     where c.organization_id = $1 and c.client_id is null and t.organization_id = $1 and t.name = 'grown'`,
    `insert into contact_activity (organization_id, contact_id, type, happened_at)
     select organization_id, id, 'email.opened', now() - days * interval '1 day' from contacts, generate_series(0, 1) days where organization_id = $1`,
    `insert into audit_log (organization_id, actor_kind, action, entity_type, entity_id, outcome)
     select organization_id, 'user', 'contacts.update', 'contact', id, 'succeeded' from contacts where organization_id = $1`,
    `insert into suppressions (organization_id, channel, address_hash, reason, source)
     select organization_id, 'email', sha256(id::text::bytea), 'unsubscribed', 'link' from contacts where organization_id = $1`,
  ])
    await owner.query(statement, [organizationId]);
}
