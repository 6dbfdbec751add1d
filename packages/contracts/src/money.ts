/** Digits after the point where it is not two, as ISO 4217 has them; the table `currencies` says the same. */
const otherDigits: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

const withTwoDigits =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW';

export const currencies: readonly string[] = [...withTwoDigits.split(' '), ...Object.keys(otherDigits)].sort();
const known = new Set(currencies);

export const isCurrency = (code: string): boolean => known.has(code);

export const digitsOf = (currency: string): number => otherDigits[currency] ?? 2;

/** Of the smallest unit; above it sums over many purchases would leave what a number holds exactly. */
export const largestAmount = 100_000_000_000_000;

/** '12.50' of USD is 1250. Null for what is no amount, has more digits than the currency or is too large. */
export function amountOf(text: string, currency: string): number | null {
  const parts = /^(\d{1,15})(?:\.(\d{1,3}))?$/.exec(text.trim());
  if (!parts) return null;
  const [, whole = '', after = ''] = parts;
  const digits = digitsOf(currency);
  // A shop may write 500.00 for 500 yen.
  if (/[1-9]/.test(after.slice(digits))) return null;
  const amount = Number(whole + after.slice(0, digits).padEnd(digits, '0'));
  return amount <= largestAmount ? amount : null;
}

/** 1250 of USD is '12.50', as a spreadsheet reads it. */
export function amountText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${amount < 0 ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`;
}
