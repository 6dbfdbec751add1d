import { randomBytes } from 'node:crypto';
import type { ContentType } from './accept-image.ts';

const extensions: Record<ContentType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The cell's mark and 136 random bits: nobody guesses one. */
export const newToken = (cell: number): string =>
  Buffer.concat([Buffer.from([cell]), randomBytes(17)]).toString('base64url');

export const fileNameOf = (token: string, contentType: ContentType): string => `${token}.${extensions[contentType]}`;

export const addressOf = (publicUrl: string, token: string, contentType: ContentType): string =>
  `${publicUrl}/f/${fileNameOf(token, contentType)}`;

/** The name in `/f/{token}.{extension}`, whatever the query says. */
export const fileNameIn = (url: string): { token: string; extension: string } | null => {
  const [, token, extension] = /^\/f\/([\w-]{24})\.([a-z]{3,4})(?:\?|$)/.exec(url) ?? [];
  return token && extension ? { token, extension } : null;
};
