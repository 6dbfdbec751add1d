import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import { addressOfCall, networkProblem, readProblem, send } from './api.ts';

/** A file with the name the server gave it. For files small enough to wait for; links load the others. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ content: Blob; name: string | undefined }> {
  const { body } = input as { body?: unknown };
  const response = await send(addressOfCall(endpoint, input), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await readProblem(response);
  const content = await response.blob().catch(() => {
    throw networkProblem();
  });
  return { content, name: fileNameIn(response.headers.get('content-disposition') ?? '') };
}

function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1];
}
