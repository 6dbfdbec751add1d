// Bare Fastify with a redirect: to a constant, or to what one query for each request finds.
import { fastify } from 'fastify';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const app = fastify();
if (databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const query = { name: 'target', text: 'select target_url from link_targets where short_code = $1' };
  app.get<{ Params: { code: string } }>('/qr/:code', async (request, reply) => {
    const { rows } = await pool.query<{ target_url: string }>({ ...query, values: [request.params.code] });
    return reply.redirect(rows[0]!.target_url, 302);
  });
} else {
  for (const url of ['/qr/:code', '/t/*'])
    app.get(url, (_request, reply) => reply.redirect('https://example.com/landing?from=paper', 302));
}
app.get('/healthz', () => 'ok');
await app.listen({ host: '127.0.0.1', port: Number(port) });
