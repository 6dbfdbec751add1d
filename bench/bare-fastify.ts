// Bare Fastify with one indexed query for each request: what the product is held against.
import { createRequire } from 'node:module';

const server = createRequire(new URL('../apps/server/package.json', import.meta.url));
const { fastify } = server('fastify') as typeof import('../apps/server/node_modules/fastify/fastify.js');
const { Pool } = server('pg') as typeof import('../apps/server/node_modules/@types/pg/index.js');

const [port, databaseUrl] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const { rows } = await pool.query<{ id: string }>('select id from organizations limit 1');
const id = rows[0]?.id;

const app = fastify();
app.get('/', async () => (await pool.query('select * from organizations where id = $1', [id])).rows[0]);
await app.listen({ host: '127.0.0.1', port: Number(port) });
