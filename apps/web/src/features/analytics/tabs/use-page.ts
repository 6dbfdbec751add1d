import { useListAddress } from '#lib/list-address.ts';

/** The page of a list in the address. These lists have one order. */
export const usePage = () => useListAddress(['fixed']);
