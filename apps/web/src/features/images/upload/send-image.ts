import { type LibraryImage, uploadImage } from '@waggle/contracts/images';
import { addressOfCall, networkProblem, readProblem } from '#lib/api.ts';

type Sent = { file: File; name: string; clientId: string | null | undefined };

/** `fetch` says nothing of how far an upload is. `onProgress` hears parts of one. */
export function sendImage({ file, name, clientId }: Sent, onProgress: (part: number) => void): Promise<LibraryImage> {
  const query = { name, ...(clientId && { clientId }) };
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadImage.method, addressOfCall(uploadImage, { query, upload: file }));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(networkProblem()));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as LibraryImage);
      else void readProblem(new Response(request.responseText, { status: request.status })).then(reject);
    });
    request.send(file);
  });
}
