-- What Stripe last reported of an organization's subscription. The tier in force stands in organizations.
create table billing_accounts (
  organization_id uuid primary key references organizations on delete cascade,
  stripe_customer_id text unique check (char_length(stripe_customer_id) <= 255),
  -- Counts the times Stripe was asked. Only the latest answer is written: an earlier one may arrive after it.
  look bigint not null default 0,
  looked_at timestamptz,
  -- When Stripe is asked again without a report: at the end of a grace, or a day after the last time.
  next_look_at timestamptz not null default now(),
  subscription_id text check (char_length(subscription_id) <= 255),
  tier text check (tier in ('lite', 'core', 'plus', 'system')),
  status text check (status in ('active', 'past-due')),
  price_amount bigint,
  price_currency text check (price_currency ~ '^[A-Z]{3}$'),
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  -- Set once the subscription was canceled: it goes on until then.
  ends_at timestamptz,
  -- Of the oldest invoice that is open after a failed payment.
  due_invoice_id text check (char_length(due_invoice_id) <= 255),
  due_amount bigint,
  due_currency text check (due_currency ~ '^[A-Z]{3}$'),
  due_url text check (char_length(due_url) <= 2000),
  decline_reason text check (decline_reason in ('insufficient_funds', 'expired_card', 'lost_card', 'authentication', 'other')),
  -- When each failed try was heard of.
  declined_at timestamptz[] not null default '{}',
  next_try_at timestamptz,
  grace_ends_at timestamptz,
  card_brand text check (char_length(card_brand) <= 40),
  card_last4 text check (char_length(card_last4) <= 4),
  billed_email text check (char_length(billed_email) <= 512),
  billed_name text check (char_length(billed_name) <= 256),
  billed_address text check (char_length(billed_address) <= 1000),
  tax_id text check (char_length(tax_id) <= 100),
  -- What the admins were last told by email, so that they are told once.
  told text check (char_length(told) <= 300)
);
create index billing_accounts_next_look on billing_accounts (next_look_at) where stripe_customer_id is not null;
alter table billing_accounts enable row level security;
alter table billing_accounts force row level security;
create policy tenant on billing_accounts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  );
grant select, insert, update, delete on billing_accounts to waggle_app;
-- Whose customer a report is about, and who is looked at again; nothing of what they pay.
create policy sweep on billing_accounts for select to waggle_sweep using (true);
grant select (organization_id, stripe_customer_id, next_look_at) on billing_accounts to waggle_sweep;

create table billing_invoices (
  organization_id uuid not null references organizations on delete cascade,
  id text not null check (char_length(id) <= 255),
  number text check (char_length(number) <= 100),
  created_at timestamptz not null,
  tier text check (tier in ('lite', 'core', 'plus', 'system')),
  state text not null check (state in ('paid', 'open', 'past-due', 'void')),
  amount bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  url text check (char_length(url) <= 2000),
  pdf_url text check (char_length(pdf_url) <= 2000),
  primary key (organization_id, id)
);
alter table billing_invoices enable row level security;
alter table billing_invoices force row level security;
create policy tenant on billing_invoices to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  );
grant select, insert, update, delete on billing_invoices to waggle_app;

-- Reports of Stripe that were taken: the key is why each acts once, however often it comes.
create table stripe_events (
  organization_id uuid not null references organizations on delete cascade,
  id text not null check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index stripe_events_received on stripe_events (organization_id, received_at);
alter table stripe_events enable row level security;
alter table stripe_events force row level security;
create policy tenant on stripe_events to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  );
grant select, insert, update, delete on stripe_events to waggle_app;

-- The upgrade somebody has begun. Its key goes with every try, so that Stripe makes one subscription of them.
create table upgrade_attempts (
  organization_id uuid primary key references organizations on delete cascade,
  price_id text not null check (price_id in ('price_core', 'price_plus', 'price_system')),
  key uuid not null default new_id(),
  subscription_id text check (char_length(subscription_id) <= 255),
  created_at timestamptz not null default now()
);
alter table upgrade_attempts enable row level security;
alter table upgrade_attempts force row level security;
create policy tenant on upgrade_attempts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and (select coalesce(current_setting('app.client_limit', true), '') = '')
  );
grant select, insert, update, delete on upgrade_attempts to waggle_app;

-- Customers whose organization was deleted and whose subscriptions end. No organization: its rows are gone by then.
create table stripe_cancellations (
  stripe_customer_id text primary key check (char_length(stripe_customer_id) <= 255),
  requested_at timestamptz not null default now()
);
grant select, insert, delete on stripe_cancellations to waggle_app;

-- Up to when the events of Stripe were read.
create table stripe_pulls (
  is_only boolean primary key default true check (is_only),
  read_until timestamptz not null
);
grant select, insert, update on stripe_pulls to waggle_app;

-- In the transaction that ends the organization: whatever happens then, nobody is charged on.
create function public.cancel_subscription_of_deleted() returns trigger language plpgsql as $$
begin
  insert into stripe_cancellations (stripe_customer_id)
  select stripe_customer_id from billing_accounts where organization_id = new.id and stripe_customer_id is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger cancel_subscription after update of deleting_since on organizations
  for each row when (old.deleting_since is null and new.deleting_since is not null)
  execute function public.cancel_subscription_of_deleted();
