/** Tables of no feature: the platform's own code writes them. */
export const platformTables: readonly string[] = [
  'audit_log',
  'event_cursors',
  'event_readers',
  'file_contents',
  'files',
  'inbox_events',
  'installation',
  'installation_processes',
  'outbox_deliveries',
  'outbox_events',
  'partitioned_tables',
  'rate_limits',
  'restore_journals',
  'restores',
  'schema_migrations',
  'stale_objects',
];
