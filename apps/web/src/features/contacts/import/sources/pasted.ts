import { emailPattern } from '@waggle/contracts/text-patterns';
import { delimiters } from '@waggle/contracts/imports';

const isAddress = (cell: string): boolean => emailPattern.test(cell.trim().replace(/^"|"$/g, ''));

/**
 * Text from a spreadsheet or a list of addresses, as a file. People copy rows without their header: where the first line has an
 * address, a header is put above it.
 */
export function pastedFile(text: string, name: string): File {
  const content = text.trim();
  const [first = ''] = content.split(/\r?\n|\r/, 1);
  return new File([headerFor(first), content], name, { type: 'text/csv' });
}

function headerFor(line: string): string {
  const delimiter = delimiters.find((sign) => line.split(sign).some(isAddress)) ?? ',';
  const cells = line.split(delimiter);
  if (!cells.some(isAddress)) return '';
  const at = cells.findIndex(isAddress);
  return `${cells.map((_, place) => (place === at ? 'Email' : '')).join(delimiter)}\n`;
}
