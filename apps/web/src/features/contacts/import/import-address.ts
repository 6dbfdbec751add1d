import { useNavigate, useSearch } from '@tanstack/react-router';

/** `?import=new` is an empty dialog, `?import=<id>` one that comes back after a reload. */
export const newImport = 'new';

export function useImportAddress() {
  const { import: inAddress } = useSearch({ strict: false }) as { import?: string };
  const navigate = useNavigate();
  return {
    importId: inAddress === newImport ? undefined : inAddress,
    show: (importId: string) =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, import: importId }),
        replace: true,
        resetScroll: false,
      } as never),
  };
}
