import { currencies } from '@waggle/contracts/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectOption } from '#ui/select.tsx';

/** Each with its name in the reader's language, the one in use first. */
export function useCurrencyOptions(inUse: string): SelectOption[] {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'currency' });
    const others = currencies.filter((code) => code !== inUse);
    return [inUse, ...others].map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
  }, [i18n.language, inUse]);
}
