// Scans that arrive at a steady rate, written to the inbox as the edge writes them; a process of its own, so that it goes on while others measure.
// `node bench/scan-feed.ts <owner url> <a second>`, until it is ended.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Code, makeScan, readSignals } from './ingest-data.ts';
import { insertScans } from './inbox.ts';

const [url = '', rate = '1000'] = process.argv.slice(2);
const owner = new pg.Pool({ connectionString: url, max: 4 });
const signals = readSignals();
const { rows: codes } = await owner.query<Code>(
  'select organization_id as "organizationId", id as "subjectId", short_code as "shortCode" from qr_codes',
);
const started = performance.now();
for (let told = 0; ; await pause(20)) {
  const due = Math.floor(((performance.now() - started) / 1_000) * Number(rate));
  const scans = Array.from({ length: due - told }, () => makeScan(codes, signals));
  told = due;
  if (scans.length > 0) await insertScans(owner, scans);
}
