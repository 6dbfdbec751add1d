import { pageSizes } from '@waggle/contracts/listing';

/** Where to go after signing in; checked by `localPath` when it is used. */
export const nextAddress = (search: Record<string, unknown>): { next?: string } =>
  typeof search.next === 'string' ? { next: search.next } : {};

/** Search, order and page of a list. Anything unreadable in the address is left out. */
export type ListAddress = {
  search?: string | undefined;
  sort?: string | undefined;
  size?: (typeof pageSizes)[number] | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
};

/** The router reads `?search=42` as a number. */
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

export function listAddress({ search, sort, size, page, cursor }: Record<string, unknown>): ListAddress {
  const known = pageSizes.find((one) => one === size);
  return {
    ...(isText(search) && { search: String(search) }),
    ...(typeof sort === 'string' && { sort }),
    ...(known && { size: known }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
    ...(isText(cursor) && { cursor: String(cursor) }),
  };
}

/** `?add=true` opens the dialog of that name. */
export const flag = <Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: boolean | undefined } =>
  (search[name] === true ? { [name]: true } : {}) as { [Key in Name]?: boolean };

/** A word in the address, such as the id of the record whose sheet is open. */
export const word = <Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string | undefined } =>
  (typeof search[name] === 'string' ? { [name]: search[name] } : {}) as { [Key in Name]?: string };

/** Rules that narrow a list, unread: the screen parses them. */
export const rulesAddress = ({ rules }: Record<string, unknown>): { rules?: object | undefined } =>
  typeof rules === 'object' && rules !== null ? { rules } : {};
