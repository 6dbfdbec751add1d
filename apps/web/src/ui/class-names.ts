import { clsx, type ClassValue } from 'clsx';

/** Joins classes. It does not resolve conflicts: `className` on a part is for placement, not for looks. */
export const cx = (...values: ClassValue[]) => clsx(values);
