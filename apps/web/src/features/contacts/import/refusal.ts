import type { ImportError } from '@waggle/contracts/imports';

const wrongEmail = 'Invalid email address';
const rowPrefix = /^Row \d+: /;

/** What was wrong with a row, without its number, which is shown in the reader's own language. */
export const reasonOf = ({ message }: Pick<ImportError, 'message'>): string => message.replace(rowPrefix, '');

/** The rows a better address would save. */
export const hasWrongEmail = (error: ImportError): boolean =>
  error.kind === 'invalid' && reasonOf(error).startsWith(wrongEmail);
