import type { LibraryImage } from '@waggle/contracts/images';
import { useRef, useState } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { useImagesChanged } from '../queries.ts';
import { acceptedTypes, useFileFault } from './file-fault.ts';
import { sendImage } from './send-image.ts';

/** At a time; the server draws two. */
const mostAtOnce = 3;
/** Characters of a name that are kept. */
const nameLength = 120;

export type Upload = {
  key: string;
  name: string;
  /** Of the file on this device; empty for what is no picture. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  fault: string | undefined;
};

type Waiting = { key: string; file: File };

const uploadOf = ({ key, file, fault }: Waiting & { fault: string | undefined }): Upload => ({
  key,
  name: file.name,
  preview: acceptedTypes.includes(file.type) ? URL.createObjectURL(file) : '',
  progress: 0,
  fault,
});

/** Files on their way to the library, some at a time, in the order they were chosen. */
export function useUploads(clientId: string | null | undefined, onAdded: (image: LibraryImage) => void) {
  const changed = useImagesChanged();
  const faultOf = useFileFault();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useQueue(send);

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const dismiss = (key: string) => {
    const left = uploads.find((upload) => upload.key === key);
    if (left) URL.revokeObjectURL(left.preview);
    setUploads((now) => now.filter((upload) => upload.key !== key));
  };

  async function send({ key, file }: Waiting) {
    try {
      const sent = { file, name: file.name.slice(0, nameLength), clientId };
      const image = await sendImage(sent, (progress) => change(key, { progress }));
      await changed();
      dismiss(key);
      onAdded(image);
    } catch (failure) {
      change(key, { fault: problemText(failure) });
    }
  }

  const add = (files: readonly File[]) => {
    const made = files.map((file) => ({ key: crypto.randomUUID(), file, fault: faultOf(file) }));
    setUploads((now) => [...made.map(uploadOf), ...now]);
    queue(made.filter(({ fault }) => fault === undefined));
  };
  return { uploads, add, dismiss };
}

/** Answers how to add work that is done some at a time. */
function useQueue(work: (one: Waiting) => Promise<void>) {
  const waiting = useRef<Waiting[]>([]);
  const running = useRef(0);
  const next = () => {
    const first = running.current < mostAtOnce ? waiting.current.shift() : undefined;
    if (!first) return;
    running.current += 1;
    void work(first).finally(() => {
      running.current -= 1;
      next();
    });
    next();
  };
  return (more: readonly Waiting[]) => {
    waiting.current.push(...more);
    next();
  };
}
