import { useTranslation } from 'react-i18next';
import { useMoney } from '#lib/money.ts';
import type { Amount } from './queries.ts';

/** Stripe writes currencies in small letters. */
export function useAmount({ brief = false } = {}): (amount: Amount) => string {
  const money = useMoney({ brief });
  return ({ amount, currency }) => money(amount, currency.toUpperCase());
}

/** 'US dollars', as in 'Prices in US dollars'. */
export function useCurrencyName(currency: string): string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'currency', currency, currencyDisplay: 'name' });
  const part = format.formatToParts(2).find(({ type }) => type === 'currency');
  return part?.value ?? currency.toUpperCase();
}
