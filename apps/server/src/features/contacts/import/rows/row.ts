import { contactSources } from '@waggle/contracts/contact-words';
import { zoneNamed } from '@waggle/contracts/contact-zones';
import { emailPattern, oneLine } from '@waggle/contracts/text-patterns';
import { splitName } from '@waggle/contracts/full-name';
import type { ImportPlan } from '@waggle/contracts/imports';
import { unguardCell } from '../../export/formula-guard.ts';
import { splitTags } from '../../export/tag-list.ts';
import { toE164 } from '../../phones.ts';
import { isTagHeader } from '../file/columns.ts';
import { type Attribute, type Field, toAttribute } from './attributes.ts';
import { compileInstants } from './instants.ts';

/** A row that can be imported. What it does not say is null. */
export type Ready = {
  row: number;
  cells: string[];
  email: string;
  folded: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  phoneE164: string | null;
  company: string | null;
  timeZone: string | null;
  source: string | null;
  createdAt: string | null;
  attributes: Record<string, Attribute> | null;
  tags: string[];
};

export type Refused = {
  row: number;
  cells: string[];
  kind: 'invalid' | 'blocked' | 'limit';
  email: string | null;
  message: string;
};

export const isRefused = (row: Ready | Refused): row is Refused => 'kind' in row;

type Setter = (ready: Ready, cell: string) => string | undefined;

const longestName = 100;
const longestPhone = 40;
const longestCompany = 120;
const longestTag = 60;
const mostTags = 20;
const longestAddress = 254;
const sources = new Set<string>(contactSources);

/** What stands in a column that says yes or no; numbers may be anything. */
const yes = new Set(['yes', 'y', 'true', 'x', '✓', '✔', 'sí', 'si', 'oui', 'vrai', 'verdadero']);
const no = new Set(['no', 'n', 'false', 'non', 'faux', 'falso']);

/** Made once for each file: what the contract asks of a contact, without taking it apart for each of a million rows. */
export function compileRows(
  plan: ImportPlan,
  fields: readonly Field[],
  timezone: string,
  headers: readonly string[] = [],
) {
  const emailAt = plan.columns.findIndex(({ to }) => to === 'email');
  const fixes = new Map(plan.fixes.map(({ row, email }) => [row, email]));
  const setterOf: Record<string, Setter> = { ...plainSetters, createdAt: createdAtSetter(timezone) };
  const setters = plan.columns.flatMap((column, at) => {
    const field = fields.find(({ key }) => key === column.key);
    const plain = column.to === 'tags' ? tagSetter(headers[at] ?? '') : setterOf[column.to];
    const set = column.to === 'custom' ? field && customSetter(field) : plain;
    return set ? [{ at, set }] : [];
  });

  return (cells: string[], row: number): Ready | Refused => {
    const email = fixes.get(row) ?? unguardCell(cells[emailAt] ?? '').trim();
    const refuse = (problem: string): Refused => ({
      row,
      cells,
      kind: 'invalid',
      email: email === '' ? null : email.slice(0, longestAddress),
      message: `Row ${row}: ${problem}`,
    });
    if (email.length > longestAddress || !emailPattern.test(email)) return refuse(wrongAddress(email));

    const ready = emptyRow(row, cells, email);
    for (const { at, set } of setters) {
      const cell = unguardCell(cells[at] ?? '').trim();
      if (cell === '') continue;
      const problem = set(ready, cell);
      if (problem !== undefined) return refuse(problem);
    }
    return ready;
  };
}

const wrongAddress = (email: string) =>
  email === '' ? 'Invalid email address' : `Invalid email address "${email.slice(0, 100)}"`;

const emptyRow = (row: number, cells: string[], email: string): Ready => ({
  row,
  cells,
  email,
  folded: email.toLowerCase(),
  firstName: null,
  lastName: null,
  phone: null,
  phoneE164: null,
  company: null,
  timeZone: null,
  source: null,
  createdAt: null,
  attributes: null,
  tags: [],
});

function fits(cell: string, longest: number, what: string): string | undefined {
  if (cell.length > longest) return `${what} is longer than ${longest} characters`;
  return oneLine.test(cell) ? undefined : `${what} has line breaks or control characters`;
}

/** Of two columns for one thing the first with a value counts. */
const plainSetters: Record<string, Setter> = {
  firstName(ready, cell) {
    ready.firstName ??= cell;
    return fits(cell, longestName, 'First name');
  },
  lastName(ready, cell) {
    ready.lastName ??= cell;
    return fits(cell, longestName, 'Last name');
  },
  fullName(ready, cell) {
    const [first, last] = splitName(cell);
    ready.firstName ??= first;
    ready.lastName ??= last;
    return fits(first ?? '', longestName, 'First name') ?? fits(last ?? '', longestName, 'Last name');
  },
  phone(ready, cell) {
    const problem = fits(cell, longestPhone, 'Phone number');
    if (problem === undefined && ready.phone === null) {
      ready.phone = cell;
      // Most numbers of a file name no country, and a look costs less than parsing.
      ready.phoneE164 = /^(?:\+|00)/.test(cell) ? toE164(cell) : null;
    }
    return problem;
  },
  company(ready, cell) {
    ready.company ??= cell;
    return fits(cell, longestCompany, 'Company');
  },
  /** Other programs name zones in words of their own; without one it is that of the organization. */
  timeZone(ready, cell) {
    ready.timeZone ??= zoneNamed(cell);
    return undefined;
  },
  /** Other programs have sources of their own; those people came by this import. */
  source(ready, cell) {
    const known = cell.toLowerCase();
    if (sources.has(known)) ready.source ??= known;
    return undefined;
  },
};

/** A column of names gives those tags; one of yes and no, such as "Bread?", gives a tag with the name of the column. */
function tagSetter(header: string): Setter {
  const own = isTagHeader(header) ? '' : header.trim().replace(/[?:]$/, '').trim().slice(0, longestTag).trim();
  return (ready, cell) => {
    const word = cell.toLowerCase();
    const names = own !== '' && (yes.has(word) || no.has(word)) ? [own].filter(() => yes.has(word)) : splitTags(cell);
    if (names.length > mostTags) return `More than ${mostTags} tags`;
    ready.tags = [...new Set([...ready.tags, ...names])];
    return names.map((name) => fits(name, longestTag, 'A tag')).find((problem) => problem !== undefined);
  };
}

function createdAtSetter(timezone: string): Setter {
  const toInstant = compileInstants(timezone);
  return (ready, cell) => {
    ready.createdAt ??= toInstant(cell) ?? null;
    return ready.createdAt === null ? 'Created date must be a date like 2026-01-31' : undefined;
  };
}

const customSetter =
  (field: Field): Setter =>
  (ready, cell) => {
    const converted = toAttribute(field, cell);
    if ('problem' in converted) return converted.problem;
    ready.attributes ??= {};
    ready.attributes[field.key] ??= converted.value;
    return undefined;
  };
