import type { Import } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';

/** The columns of the file; one without a header is called by its number. */
export function useNamedColumns({ columns }: Import): NonNullable<Import['columns']> {
  const { t } = useTranslation('contacts-import');
  return (columns ?? []).map((column, at) => ({
    ...column,
    header: column.header || t('match.noHeader', { number: at + 1 }),
  }));
}
