// Bare Fastify with one indexed query for each request: what the product is held against.
import { fastify } from 'fastify';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const { rows } = await pool.query<{ id: string }>('select id from organizations limit 1');
const id = rows[0]?.id;

const app = fastify();
const query = 'select id, name, type, timezone, subscription_tier, created_at from organizations where id = $1';
app.get('/', async () => (await pool.query(query, [id])).rows[0]);
await app.listen({ host: '127.0.0.1', port: Number(port) });
