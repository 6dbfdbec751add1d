// A bare server that stores an event for each request before it answers: those of 20 ms in one statement and one commit.
import { createServer } from 'node:http';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const windowMs = 20;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });

type Batch = { org: string[]; contact: number[]; kind: string[]; data: string[]; at: string[]; done: (() => void)[] };
let batch: Batch | undefined;
let count = 0;

const event = () => {
  const contact = count++;
  const at = new Date().toISOString();
  const agent = { ua: 'Mozilla/5.0 (X11; Linux x64) example', ip: '203.0.113.7' };
  return { org: `org-${contact % 100}`, contact, kind: 'click', url: '/landing/summer', ...agent, at };
};

function flush(): void {
  const { org, contact, kind, data, at, done } = batch!;
  batch = undefined;
  const text =
    'insert into bare_event (organization_id, contact_id, kind, data, at) select * from unnest($1::text[], $2::bigint[], $3::text[], $4::jsonb[], $5::timestamptz[])';
  void pool
    .query({ name: 'bare-event', text, values: [org, contact, kind, data, at] })
    .then(() => done.forEach((answer) => answer()));
}

const empty = (): Batch => ({ org: [], contact: [], kind: [], data: [], at: [], done: [] });

createServer((request, response) => {
  if (request.url === '/healthz') {
    response.end('ok');
    return;
  }
  const { org, contact, kind, at, ...rest } = event();
  if (!batch) {
    batch = empty();
    setTimeout(flush, windowMs);
  }
  batch.org.push(org);
  batch.contact.push(contact);
  batch.kind.push(kind);
  batch.data.push(JSON.stringify({ org, contact, kind, at, ...rest }));
  batch.at.push(at);
  batch.done.push(() => response.writeHead(204).end());
}).listen(Number(port), '127.0.0.1');
