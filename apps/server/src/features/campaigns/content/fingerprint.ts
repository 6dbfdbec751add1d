import { createHash } from 'node:crypto';

/** 128 bits: enough to tell any two texts apart, and short beside the text it stands for. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
