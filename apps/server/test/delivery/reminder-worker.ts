// One worker process that sends reminders, until it is told to stop or is killed.
import { startDelivery } from '../../src/features/delivery/delivery.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { reminderSource } from './reminder-ledger.ts';

const [url = '', port = ''] = process.argv.slice(2);
const database = openDatabase({ DATABASE_URL: url, DATABASE_POOL_SIZE: 5, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
const config = { SENDING_CONNECTIONS: 5, SENDING_LEASE_SECONDS: 3 };
const broken = () => Promise.reject(new Error('a table is missing'));
// The first one never works, and the other must not notice.
const sources = [{ live: broken, recoverExpired: broken, backlog: broken }, reminderSource(database, Number(port))];
const delivery = startDelivery({ config, sources }, createLog({ LOG_LEVEL: 'silent' }, 'test'));

async function stop(): Promise<void> {
  await delivery.stop();
  await database.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
// A worker whose test was ended by force ends too.
process.once('disconnect', () => process.exit(0));
