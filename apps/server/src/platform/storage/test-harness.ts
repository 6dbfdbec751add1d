import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Config, loadConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createStorage, type Storage } from './storage.ts';

/** The header of a PNG, filled up with chance to the given length. */
export function png(width: number, height: number, bytes = 64): Buffer {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06\0\0\0', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, randomBytes(bytes - header.length)]);
}

export type Organization = { organizationId: string; clients: { x: string; y: string } };

export type StorageHarness = {
  db: TestDatabase;
  database: Database;
  folder: string;
  configWith(env: Record<string, string>): Config;
  storageWith(env: Record<string, string>): Storage;
  organization(): Promise<Organization>;
  /** As somebody of the organization, or of one of its clients alone. */
  ctxOf(organization: Organization, clientLimit?: string): Context;
  count(table: string, organization?: Organization): Promise<number>;
  close(): Promise<void>;
};

/** Storage on a real database and a folder of its own. */
export async function createStorageHarness(): Promise<StorageHarness> {
  const db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'waggle-files-'));
  const configWith = (env: Record<string, string>) =>
    loadConfig({
      WAGGLE_MODE: 'test',
      PUBLIC_URL: 'http://waggle.test',
      DATABASE_URL: db.appUrl,
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      EDGE_DATA: join(folder, 'edge'),
      ...env,
    });
  const database = openDatabase(configWith({}));
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');

  return {
    db,
    database,
    folder,
    configWith,
    storageWith: (env) => createStorage({ config: configWith(env), database, log }),
    async organization() {
      const [organizationId, x, y] = [randomUUID(), randomUUID(), randomUUID()];
      await db.owner.query(`insert into organizations (id, name) values ($1, 'Files')`, [organizationId]);
      await db.owner.query(
        `insert into clients (organization_id, id, name, email) values ($1, $2, 'X', 'x@x.example'), ($1, $3, 'Y', 'y@y.example')`,
        [organizationId, x, y],
      );
      return { organizationId, clients: { x, y } };
    },
    ctxOf: ({ organizationId }, clientLimit) => ({
      db: database.tenant({ organizationId, clientLimit: clientLimit ?? null }),
      organizationId,
      actor: { kind: 'job', name: 'test', clientLimit: clientLimit ?? null },
      now: () => new Date(),
    }),
    async count(table, organization) {
      const { rows } = await db.owner.query<{ count: number }>(
        `select count(*)::int as count from ${table} ${organization ? 'where organization_id = $1' : ''}`,
        organization ? [organization.organizationId] : [],
      );
      return rows[0]!.count;
    },
    async close() {
      await database.close();
      await db.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

/**
 * The signature as a server computes it from what arrived, written from the published steps alone: it shares no line with the
 * code it judges.
 */
export function signatureOf(
  secret: string,
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  signed: string[],
  region: string,
): string {
  const date = headers['x-amz-date']!;
  const [plain = '', query = ''] = path.split('?');
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonicalQuery = query === '' || query.includes('=') ? query : `${query}=`;
  const canonical = `${method}\n${plain}\n${canonicalQuery}\n${lines}\n${signed.join(';')}\n${headers['x-amz-content-sha256']}`;
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hex(canonical)}`;
  const dayKey = hmac(`AWS4${secret}`, date.slice(0, 8));
  return hmac(hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request'), toSign).toString('hex');
}

export type TestS3 = {
  env: Record<string, string>;
  objects: Map<string, Buffer>;
  /** What the next answers are, instead of the right ones; null is the usual. */
  answerWith(status: number | null): void;
  close(): Promise<void>;
};

const testRegion = 'eu-test-1';

/** Whether somebody who knows the secret made this very request. */
function isGenuine(secret: string, { method = '', url: path = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, signed = '', signature] = (headers.authorization ?? '').split(/,SignedHeaders=|,Signature=/);
  const given = { method, path, headers: headers as Record<string, string> };
  return (
    signature === signatureOf(secret, given, signed.split(';'), testRegion) &&
    headers['x-amz-content-sha256'] === hex(body)
  );
}

/** What the bucket does on a request that is believed. */
function act(objects: Map<string, Buffer>, { method, url: path = '' }: IncomingMessage, body: Buffer) {
  const known = objects.get(path);
  if (method === 'PUT') objects.set(path, body);
  if (method === 'DELETE') objects.delete(path);
  if (method === 'GET') return known ? { status: 200, content: known } : { status: 404 };
  return { status: method === 'DELETE' ? 204 : 200 };
}

/** An object storage on a real socket that believes no request whose signature it does not compute itself. */
export async function startTestS3(secret = randomBytes(20).toString('hex')): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  let forced: number | null = null;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const refusal = forced ?? (isGenuine(secret, request, body) ? null : 403);
      const answer = refusal === null ? act(objects, request, body) : { status: refusal };
      response.writeHead(answer.status).end('content' in answer ? answer.content : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'waggle-files',
      S3_REGION: testRegion,
      S3_ACCESS_KEY_ID: 'AKIATEST',
      S3_SECRET_ACCESS_KEY: secret,
    },
    objects,
    answerWith: (status) => void (forced = status),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
