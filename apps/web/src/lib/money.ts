import { digitsOf } from '@waggle/contracts/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** An amount in the smallest unit of its currency, as people write it. */
export type Money = (amount: number, currency: string) => string;

const tags: Record<string, string> = { en: 'en-US', es: 'es', fr: 'fr' };
const made = new Map<string, Intl.NumberFormat>();

/** Digits are those of ISO 4217: browsers show some currencies without their fraction, which would be a thousand times too much. */
export function moneyOf(locale: string, { brief = false } = {}): Money {
  const tag = tags[locale] ?? 'en-US';
  return (amount, currency) => {
    const digits = digitsOf(currency);
    const key = `${tag} ${currency} ${brief}`;
    const known = made.get(key);
    const format =
      known ??
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        ...(brief && { trailingZeroDisplay: 'stripIfInteger' }),
      });
    if (!known) made.set(key, format);
    return format.format(amount / 10 ** digits);
  };
}

/** `brief` leaves the fraction out where there is none, for figures. */
export function useMoney({ brief = false } = {}): Money {
  const { i18n } = useTranslation();
  return useMemo(() => moneyOf(i18n.language, { brief }), [i18n.language, brief]);
}
