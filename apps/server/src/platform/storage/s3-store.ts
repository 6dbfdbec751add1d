import type { ObjectStore, StorageConfig } from './object-store.ts';
import { authorizationOf, sha256Hex } from './sigv4.ts';

/** Milliseconds for one object, its bytes included. */
const timeoutMs = 30_000;

/** A bucket of anything that speaks S3, addressed by path. Null where it is not set up. */
export function createS3Store(config: StorageConfig): ObjectStore | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (endpoint === undefined || !bucket || !accessKeyId || !secretAccessKey) return null;
  const key = { accessKeyId, secretAccessKey, region };

  async function ask(method: string, id: string, content?: Buffer): Promise<Response> {
    const url = new URL(`${endpoint}/${bucket}/${id}`);
    const headers = {
      host: url.host,
      'x-amz-content-sha256': sha256Hex(content ?? ''),
      'x-amz-date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    };
    const authorization = authorizationOf({ method, url, headers }, key);
    return fetch(url, {
      method,
      headers: { ...headers, authorization },
      ...(content && { body: new Uint8Array(content) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  return {
    async write(id, content) {
      const answer = await ask('PUT', id, content);
      await answer.body?.cancel();
      if (!answer.ok) throw refused('PUT', answer);
    },
    async read(id) {
      const answer = await ask('GET', id);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw refused('GET', answer);
    },
    async remove(id) {
      const answer = await ask('DELETE', id);
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw refused('DELETE', answer);
    },
  };
}

/** Without the answer's words, which may repeat what was sent. */
const refused = (method: string, { status }: Response) =>
  new Error(`The object storage answered ${status} to ${method}.`);
