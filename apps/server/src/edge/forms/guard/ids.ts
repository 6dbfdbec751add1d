import { hash } from 'node:crypto';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => uuidV7.test(text);

/** Milliseconds since 1970 at which an id of version 7 was made. */
export const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Another id of the same moment, the same one for the same text: what is sent twice from one page is one thing. */
export function idFrom(id: string, text: string): string {
  const digest = hash('sha256', `${id}\n${text}`, 'hex');
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
