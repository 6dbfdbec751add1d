-- Digits after the point of each currency, as ISO 4217 has them: amounts are whole numbers of the smallest unit. No tenant data.
create table currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  digits smallint not null check (digits between 0 and 3)
);
insert into currencies (code, digits)
select code, 0 from unnest(array['BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','VND','VUV','XAF','XOF','XPF']) code
union all select code, 3 from unnest(array['BHD','IQD','JOD','KWD','LYD','OMR','TND']) code
union all select code, 2 from unnest(array['AED','AFN','ALL','AMD','AOA','ARS','AUD','AWG','AZN','BAM','BBD','BDT','BMD','BND','BOB','BRL','BSD','BTN','BWP',
  'BYN','BZD','CAD','CDF','CHF','CNY','COP','CRC','CUP','CVE','CZK','DKK','DOP','DZD','EGP','ERN','ETB','EUR','FJD','FKP','GBP','GEL','GHS','GIP','GMD','GTQ','GYD',
  'HKD','HNL','HTG','HUF','IDR','ILS','INR','IRR','JMD','KES','KGS','KHR','KPW','KYD','KZT','LAK','LBP','LKR','LRD','LSL','MAD','MDL','MGA','MKD','MMK','MNT','MOP',
  'MRU','MUR','MVR','MWK','MXN','MYR','MZN','NAD','NGN','NIO','NOK','NPR','NZD','PAB','PEN','PGK','PHP','PKR','PLN','QAR','RON','RSD','RUB','SAR','SBD','SCR','SDG',
  'SEK','SGD','SHP','SLE','SOS','SRD','SSP','STN','SVC','SYP','SZL','THB','TJS','TMT','TOP','TRY','TTD','TWD','TZS','UAH','USD','UYU','UZS','VES','WST','XCD','YER',
  'ZAR','ZMW']) code;
grant select on currencies to waggle_app;

-- How many units of a currency one unit of the operator's base currency bought on a day. Loaded by the operator. No tenant data.
create table exchange_rates (
  currency text not null references currencies,
  day date not null,
  per_base numeric not null check (per_base > 0),
  primary key (currency, day)
);
grant select on exchange_rates to waggle_app;

alter table organizations add column currency text not null default 'USD';

-- Null where a rate is missing: of no day in the ten before, so that a weekend has one and an old file does not set prices for ever.
create function public.convert_money(amount bigint, from_currency text, to_currency text, on_day date) returns bigint
language sql stable as $$
  select case when from_currency = to_currency then amount else (
    select round(amount / bought.per_base * paid.per_base * power(10::numeric, target.digits - source.digits))::bigint
    from public.exchange_rates bought
      join public.exchange_rates paid on paid.day = bought.day and paid.currency = to_currency
      join public.currencies source on source.code = from_currency
      join public.currencies target on target.code = to_currency
    where bought.currency = from_currency and bought.day between on_day - 10 and on_day
    order by bought.day desc limit 1
  ) end
$$;

-- A shop of the organization or of a client that reports what was bought.
create table shops (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  name text not null check (char_length(name) between 1 and 80),
  kind text not null check (kind in ('stripe', 'shopify', 'signed')),
  -- Sealed: what its reports are signed with.
  secret bytea not null,
  -- Of the last report it took, and of the last it could not use.
  last_order_at timestamptz,
  last_error text check (char_length(last_error) <= 300),
  last_error_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index shops_client on shops (organization_id, client_id);
alter table shops enable row level security;
alter table shops force row level security;
create policy tenant on shops to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on shops to waggle_app;
create policy edge on shops for select to waggle_edge using (true);
grant select (organization_id, id, client_id, kind, secret) on shops to waggle_edge;
create policy sweep on shops for select to waggle_sweep using (true);
grant select (organization_id) on shops to waggle_sweep;

-- What somebody paid, less what they got back.
create table purchases (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  client_id uuid,
  -- No key: a deleted contact may come back. Null once the person is erased, and where nobody is known.
  contact_id uuid,
  source text not null check (source in ('manual', 'file', 'stripe', 'shopify', 'signed')),
  -- Whose order numbers they are: a shop, a client or the organization.
  order_scope uuid not null,
  -- Of the order number, so that an order is there once, also when the number itself was erased.
  order_hash bytea not null check (octet_length(order_hash) = 32),
  order_name text check (char_length(order_name) <= 100),
  description text check (char_length(description) <= 200),
  paid_amount bigint not null check (paid_amount between 0 and 100000000000000),
  paid_currency text not null check (paid_currency ~ '^[A-Z]{3}$'),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and paid_amount),
  -- In the organization's currency, less what was refunded; null until there is a rate.
  amount bigint,
  purchased_at timestamptz not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index purchases_order on purchases (organization_id, order_scope, order_hash);
create index purchases_contact on purchases (organization_id, contact_id, purchased_at);
create index purchases_recent on purchases (organization_id, purchased_at desc, id desc);
create index purchases_client on purchases (organization_id, client_id, purchased_at desc, id desc);
create index purchases_unconverted on purchases (organization_id, id) where amount is null;
alter table purchases enable row level security;
alter table purchases force row level security;
create policy tenant on purchases to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on purchases to waggle_app;

-- What was given back, by order and not by purchase: it may be told before what was bought.
create table purchase_refunds (
  organization_id uuid not null references organizations on delete cascade,
  client_id uuid,
  order_scope uuid not null,
  order_hash bytea not null,
  -- Of the shop's own name for it, so that one refund is there once.
  refund_hash bytea not null,
  amount bigint not null check (amount >= 0),
  refunded_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, order_scope, order_hash, refund_hash)
);
alter table purchase_refunds enable row level security;
alter table purchase_refunds force row level security;
create policy tenant on purchase_refunds to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on purchase_refunds to waggle_app;
