import { useQueryClient } from '@tanstack/react-query';
import * as imports from '@waggle/contracts/imports';
import type { Import } from '@waggle/contracts/imports';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { importKeys } from './queries.ts';
import { csvOf } from './sources/rows-of-file.ts';
import { WrongFile, type SourceFault } from './sources/wrong-file.ts';
import { faultOf, UnreadableFile, uploadParts, type FileFault } from './upload.ts';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; name: string; sent: number; bytes: number }
  | { phase: 'refused'; fault: FileFault | SourceFault | 'unreadable' }
  | { phase: 'failed'; error: unknown };

type Input = { kind: Import['kind']; file: File; client: { clientId?: string | null } };

/** Sends a file piece by piece and has its columns read. It lives as long as the dialog that shows it. */
export function useUpload(onOpened: (found: Import) => void) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async ({ kind, file, client: owner }: Input) => {
    const fault = faultOf(file);
    if (fault) return setState({ phase: 'refused', fault });
    const own = new AbortController();
    stop.current = own;
    const show = (sent: number, bytes = file.size) => setState({ phase: 'sending', name: file.name, sent, bytes });
    show(0);
    try {
      const found = await send({ kind, file: await csvOf(file), client: owner }, own.signal, show);
      client.setQueryData(importKeys.one(found.id), found);
      setState({ phase: 'idle' });
      onOpened(found);
    } catch (error) {
      if (own.signal.aborted) setState({ phase: 'idle' });
      else if (error instanceof WrongFile) setState({ phase: 'refused', fault: error.fault });
      else if (error instanceof UnreadableFile) setState({ phase: 'refused', fault: 'unreadable' });
      else setState({ phase: 'failed', error });
    }
  };
  return { state, start, cancel: () => stop.current?.abort() };
}

async function send(
  { kind, file, client }: Input,
  signal: AbortSignal,
  show: (sent: number, bytes: number) => void,
): Promise<Import> {
  const { id: importId } = await call(
    imports.createImport,
    { body: { kind, name: file.name, bytes: file.size, ...client } },
    signal,
  );
  try {
    const upload = (part: number, content: Blob) =>
      call(imports.uploadImportPart, { params: { importId, part }, upload: content }, signal);
    await uploadParts(file, upload, { signal, onSent: (sent) => show(sent, file.size) });
    return await call(imports.readImportFile, { params: { importId }, body: {} }, signal);
  } catch (error) {
    // Half a file is of no use to anybody; that it is thrown away need not be waited for.
    call(imports.cancelImport, { params: { importId } }).catch(() => undefined);
    throw error;
  }
}
