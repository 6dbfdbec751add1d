import { digitsOf } from '@waggle/contracts/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** An amount in the smallest unit of its currency, as people write it. */
export type Money = (amount: number, currency: string) => string;

const tags: Record<string, string> = { en: 'en-US', es: 'es', fr: 'fr' };
const made = new Map<string, Intl.NumberFormat>();

/** Digits are those of ISO 4217: browsers show some currencies without their fraction, which would be a thousand times too much. */
export function moneyOf(locale: string): Money {
  const tag = tags[locale] ?? 'en-US';
  return (amount, currency) => {
    const digits = digitsOf(currency);
    const known = made.get(`${tag} ${currency}`);
    const format =
      known ??
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    if (!known) made.set(`${tag} ${currency}`, format);
    return format.format(amount / 10 ** digits);
  };
}

export function useMoney(): Money {
  const { i18n } = useTranslation();
  return useMemo(() => moneyOf(i18n.language), [i18n.language]);
}
