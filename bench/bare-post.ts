// Bare Fastify that commits one row for each POST before it answers: what a recorded opt-out is held against.
import { fastify } from 'fastify';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const app = fastify();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.post('/*', async (request, reply) => {
  await pool.query({ name: 'post', text: 'insert into bare_post (body) values ($1)', values: [request.body] });
  return reply.send('ok');
});
app.get('/healthz', () => 'ok');
await app.listen({ host: '127.0.0.1', port: Number(port) });
