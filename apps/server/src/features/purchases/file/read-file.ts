import { contactAddress } from '@waggle/contracts/fields';
import { amountOf, isCurrency } from '@waggle/contracts/money';
import { mostPurchaseRows, type PurchaseRow } from '@waggle/contracts/purchases';
import { Problem } from '#platform/problem.ts';
import { readCsv } from '#platform/read-csv.ts';

const refusal = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });

/** How people call the columns, in the three languages of the product, and how shops export them. */
const titles = {
  email: [
    'email',
    'e mail',
    'email address',
    'customer email',
    'correo',
    'correo electrónico',
    'courriel',
    'adresse email',
  ],
  amount: ['amount', 'total', 'price', 'importe', 'monto', 'montant', 'prix'],
  currency: ['currency', 'moneda', 'devise'],
  purchasedAt: ['date', 'purchased at', 'paid at', 'created at', 'fecha', 'fecha de compra', "date d'achat"],
  orderName: [
    'order',
    'order number',
    'order id',
    'name',
    'pedido',
    'número de pedido',
    'commande',
    'numéro de commande',
  ],
  description: ['description', 'product', 'item', 'descripción', 'producto', 'produit'],
} as const;
type Column = keyof typeof titles;
const columns = Object.keys(titles) as Column[];

/** Each row with what is wrong in it. Nothing is stored. */
export function readPurchaseFile(bytes: Uint8Array, currency: string, now: Date) {
  const [header, ...records] = readCsv(bytes) ?? [];
  if (!header)
    throw refusal(
      "This file can't be read. Save it as CSV with the columns email, amount, date and order, then try again.",
    );
  const plain = header.cells.map((title) => title.trim().toLowerCase().replaceAll(/[_-]+/g, ' '));
  const places = Object.fromEntries(
    columns.map((column) => [column, plain.findIndex((title) => titles[column].some((known) => known === title))]),
  ) as Record<Column, number>;
  if (places.email < 0 || places.amount < 0 || places.orderName < 0)
    throw refusal(
      'The first row must name the columns. Use email, amount, order and, if you like, currency, date and description.',
    );
  if (records.length === 0) throw refusal('This file has no rows below its header.');
  if (records.length > mostPurchaseRows)
    throw refusal(`This file has ${records.length} rows. Up to ${mostPurchaseRows} purchases can be added at a time.`);
  return {
    rows: records.map(({ cells, row }) => {
      const cell = (column: Column) => (cells[places[column]] ?? '').trim().slice(0, lengths[column]);
      const typed = Object.fromEntries(columns.map((column) => [column, cell(column)])) as PurchaseRow;
      const read = { ...typed, currency: (typed.currency || currency).toUpperCase() };
      return { row, ...read, error: readRow(read, now).error };
    }),
  };
}

const lengths: Record<Column, number> = {
  email: 254,
  amount: 40,
  currency: 10,
  purchasedAt: 40,
  orderName: 100,
  description: 200,
};

type ReadRow =
  | { error: string }
  | {
      error: null;
      email: string;
      amount: number;
      currency: string;
      at: Date;
      orderName: string;
      description: string | null;
    };

/** What a row says, or what is wrong with it. */
export function readRow(
  { email, amount, currency, purchasedAt, orderName, description }: PurchaseRow,
  now: Date,
): ReadRow {
  const address = contactAddress().safeParse(email);
  if (!address.success) return { error: address.error.issues[0]?.message ?? 'Invalid email address' };
  if (!isCurrency(currency)) return { error: 'Enter a currency like USD' };
  const paid = amountOf(amount.replace(/^[^\d]{1,3}(?=\d)/, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, ''), currency);
  if (paid === null) return { error: 'Enter an amount like 12.50' };
  const at = purchasedAt === '' ? now : timeOf(purchasedAt);
  if (at === null || at.getTime() > now.getTime() + 86_400_000) return { error: 'Enter a date like 2026-05-31' };
  if (orderName === '') return { error: 'Enter an order number' };
  if (/[\p{Cc}\p{Cs}]/u.test(orderName + description)) return { error: 'Use a single line of text' };
  return { error: null, email: address.data, amount: paid, currency, at, orderName, description: description || null };
}

/** 2026-05-31, with a time if there is one. Days written as 05/06 mean two things. */
function timeOf(text: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (!parts) return null;
  const [, day, clock = '12:00', zone = 'Z'] = parts;
  const time = Date.parse(`${day}T${clock}${zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isFinite(time) && time > Date.UTC(1990, 0) ? new Date(time) : null;
}
