import { readFileSync } from 'node:fs';
import { trimEnd } from '@waggle/contracts/trim-end';
import { z } from 'zod';

const loopback = '127.0.0.1';
const port = z.coerce.number().int().min(0).max(65_535);

const hostName = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/, 'needs a host name');
const dnsServer = /^(\d{1,3}(\.\d{1,3}){3}(:\d{1,5})?|[0-9a-fA-F:]+|\[[0-9a-fA-F:]+\](:\d{1,5})?)$/;
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );

/** A comma that belongs to a key is written as `\,`. */
const keyList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(/(?<!\\),/)
      .map((key) => key.trim().replaceAll('\\,', ','))
      .filter(Boolean),
  )
  .pipe(
    z.array(z.string().min(32, 'needs keys of at least 32 characters, separated by commas; a comma in a key is \\,')),
  );

const Settings = z.object({
  /** `demo` adds sample data calls; `test` shortens waits. Everything else is equal in all modes. */
  WAGGLE_MODE: z.enum(['production', 'development', 'demo', 'test']).default('production'),
  /** Where people reach this installation. Every mailed link starts with it; the Host header is never trusted. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => trimEnd(url, '/')),
  /** Login of the role `waggle_app`, which owns nothing. May go through PgBouncer in transaction mode. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** LISTEN needs a session of its own; set this when DATABASE_URL points at a pooler. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Login of the owner of the schema; read by `waggle migrate` only. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Login that may read everything or copy the whole cluster; read by `waggle backup` and `waggle restore` only. */
  BACKUP_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Folder of PostgreSQL's own programs (pg_dump, pg_basebackup); empty takes those of the PATH. */
  POSTGRES_BIN: z.string().default(''),
  /** Connections of this process. All processes together must stay below the server's max_connections. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Milliseconds a request may hold a statement before the database ends it. */
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).default(5_000),
  /** Off behind a pooler in transaction mode that does not follow prepared statements (PgBouncer before 1.21). */
  DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  /** At least 32 characters; signs cookies and encrypts secrets at rest. Changed with `waggle rotate-secrets`. */
  SECRET_KEY: z.string().min(32),
  /** Comma-separated keys that can read what they encrypted; nothing new is written under them. */
  SECRET_KEY_PREVIOUS: keyList,
  HOST: z.string().default('0.0.0.0'),
  API_PORT: port.default(3000),
  EDGE_PORT: port.default(3001),
  /** The worker's own health. */
  WORKER_PORT: port.default(3002),
  /** Only this machine reaches it unless told otherwise, as in a container whose probe comes from outside. */
  WORKER_HOST: z.string().default(loopback),
  /** Prometheus reads here; keep it off the internet. */
  METRICS_PORT: port.default(9464),
  METRICS_HOST: z.string().default(loopback),
  /** Comma-separated addresses or ranges of the proxies in front; only they may say who the visitor is. */
  TRUSTED_PROXIES: list,
  /** Who may make an account. Unset: anybody until the first organization exists, then invited people alone. */
  REGISTRATION: z.enum(['open', 'invite', 'closed']).optional(),
  /**
   * smtp://user:password@host:port, or smtps://. System mail (reset, invitation) leaves here. smtp:// demands STARTTLS
   * unless the server is on a private address; `?tls=opportunistic` or `?tls=required` decides otherwise.
   */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(
      (url) => [null, 'required', 'opportunistic'].includes(new URL(url).searchParams.get('tls')),
      'tls is required or opportunistic',
    ),
  /** From address of system mail. */
  MAIL_FROM: z.string().min(3).max(254).default('Waggle <no-reply@localhost.localdomain>'),
  /** Marketing mail of organizations without a connection of their own leaves here; empty: they need one. */
  SENDING_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Domain whose SPF record lists the servers mail leaves from; organizations include it in theirs. */
  SPF_INCLUDE: hostName.optional(),
  /** Mail server that takes bounces. With it every sending domain gets `bounce.<domain>` as its return path. */
  RETURN_PATH_HOST: hostName.optional(),
  /** Comma-separated DNS servers, address or address:port, for checking domains and finding mail servers; empty takes those of the machine. */
  DNS_SERVERS: list.pipe(z.array(z.string().regex(dnsServer, 'needs addresses, with or without a port'))),
  /** Whether organizations may connect to mail servers on private networks, and to any port; false refuses both. */
  ALLOW_PRIVATE_MAIL_SERVERS: z.stringbool().default(false),
  /** Whether webhooks of automations may go to private networks, to any port and without TLS; false refuses all three. */
  ALLOW_PRIVATE_WEBHOOKS: z.stringbool().default(false),
  /**
   * Whether a worker asks where the links of emails lead: `public` asks public web servers, `private` also those of private
   * networks and on any port, `off` nobody, for a machine without the internet.
   */
  LINK_CHECKS: z.enum(['public', 'private', 'off']).default('public'),
  /** Where Amazon SES answers, when that is not Amazon itself. */
  SES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Built web app to serve beside the API; empty when a CDN or the dev server does it. */
  WEB_ROOT: z.string().default(''),
  /** Seconds from SIGTERM, when /readyz says no, until the ports close; 5 in production, otherwise none. */
  SHUTDOWN_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** Seconds open requests and jobs get to finish after that. */
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().int().min(1).max(300).default(20),
  /** Milliseconds of event-loop delay above which new requests are answered 503 instead of queueing; 0 never does. */
  SHED_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(1_000),
  /** OpenTelemetry collector for traces (OTLP over HTTP); empty leaves tracing off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().default(''),
  /** Password of the operator for the job dashboard; empty leaves the dashboard off. At least 16 characters. */
  JOBS_DASHBOARD_PASSWORD: z.union([z.literal(''), z.string().min(16)]).default(''),
  JOBS_DASHBOARD_PORT: port.default(3003),
  JOBS_DASHBOARD_HOST: z.string().default(loopback),
  /** Secret key of Stripe. Without it nobody is charged, and every organization has every feature. */
  STRIPE_SECRET_KEY: z.string().default(''),
  /** The browser's key of the same account. */
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  /** What Stripe signs its reports to /api/stripe/webhook with. */
  STRIPE_WEBHOOK_SECRET: z.string().default(''),
  /** Ids of Stripe's monthly prices, comma-separated: the first is sold, the others are of people who bought earlier and keep the plan. */
  STRIPE_PRICE_CORE: list,
  STRIPE_PRICE_PLUS: list,
  STRIPE_PRICE_SYSTEM: list,
  /** Where Stripe answers, when that is not Stripe itself. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Stripe's card script; it must come from Stripe, so paying needs the internet. */
  STRIPE_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default('https://js.stripe.com/endive/stripe.js'),
  /** Who reads requests for the System plan. */
  SALES_EMAIL: z.email().optional(),
  /** Own terms as Markdown; `terms.es.md` and `terms.fr.md` beside `terms.md` are its translations. Empty: the built-in text. */
  TERMS_FILE: z.string().default(''),
  /** The same for the privacy policy. */
  PRIVACY_FILE: z.string().default(''),
  /** Whom people write to about this installation, such as about its accessibility. Shown to everybody. */
  OPERATOR_EMAIL: z.email().optional(),
  /** Number of this cell (1 to 255); stamped into public tokens so that a router needs no look-up. */
  CELL: z.coerce.number().int().min(1).max(255).default(1),
  /** Where short links start, when that is another address than PUBLIC_URL. It is printed: change it never. */
  LINK_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => trimEnd(url, '/'))
    .optional(),
  /** Where CNAME records of organizations' own host names must lead; without it the host of PUBLIC_URL. */
  HOSTS_TARGET: hostName.optional(),
  /** Folder of an edge process, its own alone: the last known targets, and events while the database is away. */
  EDGE_DATA: z.string().min(1).default('.data/edge'),
  /**
   * Folder in which each process notes what a restored database must not forget. On a local disk that survives, and not in
   * the same snapshot as the database. Processes of one machine may share it.
   */
  JOURNAL_DIR: z.string().min(1).default('.data/journal'),
  /** Days a journal is kept: as old as the oldest backup you would restore. */
  JOURNAL_DAYS: z.coerce.number().int().min(1).max(366).default(35),
  /**
   * Folder for uploaded files of more than 256 KB, shared by all processes; empty keeps them in the database. Part of the backup
   * from then on.
   */
  FILES_DIR: z.string().default(''),
  /** Object storage that speaks S3, for the same files; it wins over FILES_DIR. All of them or none, the region aside. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => trimEnd(url, '/'))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'needs the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Port on which an edge takes bounces by SMTP, for RETURN_PATH_HOST; without it none are taken. */
  INBOUND_SMTP_PORT: port.optional(),
  /** Paths of the private key and the certificate chain, as PEM, for STARTTLS on that port; without both it is not offered. */
  INBOUND_SMTP_TLS_KEY: z.string().min(1).optional(),
  INBOUND_SMTP_TLS_CERT: z.string().min(1).optional(),
  /** Path of a country or city database in MaxMind's format; empty leaves countries unknown. */
  GEOIP_DATABASE: z.string().default(''),
  /** Connections a worker keeps to mail servers, over all of them. As many mails may be in doubt after a crash. */
  SENDING_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  /** Seconds a worker may be silent before others take over the mails it had begun. */
  SENDING_LEASE_SECONDS: z.coerce.number().int().min(2).max(600).default(30),
  /** Milliseconds to wait for a mail server's answer. After the end of a mail it may take ten minutes (RFC 5321). */
  SMTP_ANSWER_TIMEOUT_MS: z.coerce.number().int().min(500).default(600_000),
  /** Turns every limit of calls off; for load measurements on a closed machine only. Refused in production. */
  UNSAFE_NO_RATE_LIMITS: z.stringbool().default(false),
});

/** `pnpm dev` uses it; everybody can read it. */
export const developmentSecretKey = 'for development only, never in production';

const s3Keys = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Without one of them people could pay and not get what they paid for. */
const billingKeys = [
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_CORE',
  'STRIPE_PRICE_PLUS',
  'SALES_EMAIL',
] as const;

const SafeSettings = Settings.superRefine((settings, check) => {
  const unset = s3Keys.filter((key) => settings[key] === undefined);
  if (unset.length > 0 && unset.length < s3Keys.length)
    for (const key of unset)
      check.addIssue({ code: 'custom', path: [key], message: 'is needed with the other S3 keys' });
  if (settings.WAGGLE_MODE !== 'production') return;
  const refuse = (key: keyof typeof settings, message: string) =>
    check.addIssue({ code: 'custom', path: [key], message });
  if (settings.UNSAFE_NO_RATE_LIMITS)
    refuse('UNSAFE_NO_RATE_LIMITS', 'turns the limits on guessing passwords off and is refused in production');
  for (const key of settings.STRIPE_SECRET_KEY ? billingKeys : [])
    if (!settings[key]?.length) refuse(key, 'is needed with STRIPE_SECRET_KEY');
  if (settings.SECRET_KEY === developmentSecretKey)
    refuse('SECRET_KEY', 'is the public key of development and is refused in production');
});

const secretKeys = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'BACKUP_DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'SENDING_SMTP_URL',
  'JOBS_DASHBOARD_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
] as const;

const Configuration = SafeSettings.transform((settings) => ({
  ...settings,
  SHUTDOWN_DRAIN_SECONDS: settings.SHUTDOWN_DRAIN_SECONDS ?? (settings.WAGGLE_MODE === 'production' ? 5 : 0),
}));

/**
 * What each setting is when nobody sets it; undefined where it is required or left out.
 * @internal The docs are held against it.
 */
export const settingDefaults = Object.fromEntries(
  Object.entries(Settings.shape).map(([key, schema]) => [key, schema.safeParse(undefined).data]),
) as Partial<Record<keyof typeof Settings.shape, unknown>>;

export type Config = Readonly<z.infer<typeof Configuration>>;

/** Nobody is charged, so nothing is held back. */
export const sellsNoPlans = ({ STRIPE_SECRET_KEY }: Pick<Config, 'STRIPE_SECRET_KEY'>): boolean =>
  STRIPE_SECRET_KEY === '';

/** Read once at start; a wrong key stops the process with a sentence that names it. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Configuration.safeParse(withSecretFiles(env));
  if (parsed.success) return Object.freeze(parsed.data);

  const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not usable:\n${wrong.join('\n')}`);
}

/** SECRET_KEY_FILE=/run/secrets/key beats SECRET_KEY, so that secrets need not stand in the environment. */
function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  // A key set to nothing in a compose file means the default, not an empty value.
  const filled = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const files = secretKeys.flatMap((key) => {
    const path = env[`${key}_FILE`];
    return path ? [[key, readFileSync(path, 'utf8').trim()]] : [];
  });
  return { ...Object.fromEntries(filled), ...Object.fromEntries(files) };
}
