import { i18n } from '#lib/i18n.ts';

const mega = 1024 * 1024;

/** In the units people know from their files; in French a megabyte is a Mo. */
export function fileSize(bytes: number): string {
  const unit = bytes < mega ? 'kilobyte' : 'megabyte';
  const value = bytes < mega ? Math.ceil(bytes / 1024) : bytes / mega;
  return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
