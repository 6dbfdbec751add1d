import type { Database } from '#platform/database/database.ts';
import type { Mailer } from '#platform/mail/mail.ts';

export type Notifications = { publicUrl: string; database: Database; mailer: Mailer };
