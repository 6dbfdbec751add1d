import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { Hosts } from '#platform/hosts/hosts.ts';
import type { Mailer } from '#platform/mail/mail.ts';

export type Notifications = { config: Config; database: Database; mailer: Mailer; hosts: Hosts };
