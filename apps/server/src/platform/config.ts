import { readFileSync } from 'node:fs';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const Settings = z.object({
  /** `demo` adds sample data calls; `test` shortens waits. Everything else is equal in all modes. */
  WAGGLE_MODE: z.enum(['production', 'development', 'demo', 'test']).default('production'),
  /** Where people reach this installation. Every mailed link starts with it; the Host header is never trusted. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** Login of the role `waggle_app`, which owns nothing. May go through PgBouncer in transaction mode. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** LISTEN needs a session of its own; set this when DATABASE_URL points at a pooler. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Login of the owner of the schema; read by `waggle migrate` only. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of this process. All processes together must stay below the server's max_connections. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Milliseconds a request may hold a statement before the database ends it. */
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).default(5_000),
  /** Off behind a pooler in transaction mode that does not follow prepared statements (PgBouncer before 1.21). */
  DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  /** At least 32 characters; signs cookies and encrypts two-factor secrets. Changing it signs everybody out. */
  SECRET_KEY: z.string().min(32),
  HOST: z.string().default('0.0.0.0'),
  API_PORT: port.default(3000),
  EDGE_PORT: port.default(3001),
  /** The worker's own health and metrics. */
  WORKER_PORT: port.default(3002),
  /** Prometheus reads here; keep it off the internet. */
  METRICS_PORT: port.default(9464),
  /** Comma-separated addresses or ranges of the proxies in front; only they may say who the visitor is. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  /** smtp://user:password@host:port, or smtps://. System mail (reset, invitation) leaves here. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** From address of system mail. */
  MAIL_FROM: z.string().min(3).max(254).default('Waggle <no-reply@localhost.localdomain>'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Built web app to serve beside the API; empty when a CDN or the dev server does it. */
  WEB_ROOT: z.string().default(''),
  /** Seconds open requests and jobs get to finish after SIGTERM. */
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().int().min(1).max(300).default(20),
  /** Milliseconds of event-loop delay above which new requests are answered 503 instead of queueing. */
  SHED_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(50).default(1_000),
  /** OpenTelemetry collector for traces (OTLP over HTTP); empty leaves tracing off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().default(''),
  /** Password of the operator for the job dashboard; empty leaves the dashboard off. At least 16 characters. */
  JOBS_DASHBOARD_PASSWORD: z.union([z.literal(''), z.string().min(16)]).default(''),
  JOBS_DASHBOARD_PORT: port.default(3003),
  /** Secret key of Stripe. Without it nobody is charged, and every new organization has every feature. */
  STRIPE_SECRET_KEY: z.string().default(''),
  /** Number of this cell (1 to 255); stamped into public tokens so that a router needs no look-up. */
  CELL: z.coerce.number().int().min(1).max(255).default(1),
  /** Turns every limit of calls off; for load measurements on a closed machine only. */
  UNSAFE_NO_RATE_LIMITS: z.stringbool().default(false),
});

const secretKeys = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'SECRET_KEY',
  'SMTP_URL',
  'JOBS_DASHBOARD_PASSWORD',
  'STRIPE_SECRET_KEY',
] as const;

export type Config = Readonly<z.infer<typeof Settings>>;

/** Read once at start; a wrong key stops the process with a sentence that names it. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Settings.safeParse(withSecretFiles(env));
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
