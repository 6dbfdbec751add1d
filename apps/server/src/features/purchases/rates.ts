import { isCurrency } from '@waggle/contracts/money';
import { readCsv } from '#platform/read-csv.ts';
import type { Rate } from './rates.sql.ts';

/** A rate is below this and has at most twelve digits after the point. */
const number = /^\d{1,12}(?:\.\d{1,12})?$/;

/** Rows of date, currency and rate; the rate says how many units one unit of the base currency bought, which has rate 1. */
export function readRates(bytes: Uint8Array): { rates: Rate[] } | { error: string } {
  const [header, ...rows] = readCsv(bytes) ?? [];
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [day, currency, rate] = ['date', 'currency', 'rate'].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ];
  if (Math.min(day, currency, rate) < 0)
    return { error: 'The first row must name the columns date, currency and rate.' };
  const rates = new Map<string, Rate>();
  for (const { cells, row } of rows) {
    const cell = (at: number) => (cells[at] ?? '').trim();
    const read = { day: cell(day), currency: cell(currency).toUpperCase(), perBase: cell(rate) };
    if (!/^\d{4}-\d\d-\d\d$/.test(read.day) || Number.isNaN(Date.parse(read.day)))
      return { error: `Row ${row}: write the date like 2026-05-31.` };
    if (!isCurrency(read.currency)) return { error: `Row ${row}: ${read.currency || 'nothing'} is no currency.` };
    if (!number.test(read.perBase) || Number(read.perBase) === 0)
      return { error: `Row ${row}: the rate must be a number above 0, like 1.0842.` };
    rates.set(`${read.currency} ${read.day}`, read);
  }
  return { rates: [...rates.values()] };
}
