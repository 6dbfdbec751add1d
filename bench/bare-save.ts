// Bare Fastify that parses a document and commits it, and a copy of the one before: what saving a draft is held against.
import { fastify } from 'fastify';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const app = fastify({ bodyLimit: 4_000_000 });
app.put('/', async (request) => {
  const { document } = request.body as { document: object };
  const text = JSON.stringify(document);
  await pool.query({ name: 'kept', text: 'insert into bare_kept (document) values ($1)', values: [text] });
  await pool.query({ name: 'save', text: 'update bare_save set document = $1', values: [text] });
  return { document };
});
app.get('/healthz', () => 'ok');
await app.listen({ host: '127.0.0.1', port: Number(port) });
