import { WrongFile } from './wrong-file.ts';

/** Contacts in one file; an address book has some thousands. */
const mostCards = 100_000;

const header = ['Email', 'First Name', 'Last Name', 'Phone', 'Company', 'Birthday', 'Tags'] as const;
type Card = Partial<Record<(typeof header)[number], string>>;

type Line = { name: string; parameters: string; value: string };

/** Address books as phones and mail programs save them, versions 3.0 and 4.0, as rows with a header. */
export function rowsOfVcards(text: string): string[][] {
  const cards: Card[] = [];
  let card: Card | undefined;
  for (const line of linesOf(text)) {
    if (line.name === 'BEGIN' && isCard(line)) card = {};
    else if (line.name === 'END' && isCard(line)) {
      if (card) cards.push(card);
      card = undefined;
    } else if (card) take(card, line);
    if (cards.length > mostCards) throw new WrongFile('bulky');
  }
  if (cards.length === 0) throw new WrongFile('foreign');
  return [[...header], ...cards.map((one) => header.map((column) => one[column] ?? ''))];
}

const isCard = ({ value }: Line): boolean => value.trim().toUpperCase() === 'VCARD';

/** A line that begins with a space goes on with the one before it. */
function* linesOf(text: string): Generator<Line> {
  let pending = '';
  for (const raw of text.split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(raw)) {
      pending += raw.slice(1);
      continue;
    }
    if (pending !== '') yield lineOf(pending);
    pending = raw;
  }
  if (pending !== '') yield lineOf(pending);
}

function lineOf(text: string): Line {
  const end = colonIn(text);
  const [name = '', ...parameters] = text.slice(0, end).split(';');
  // "item1.EMAIL" is how Apple groups a line with its label.
  return {
    name: name.slice(name.indexOf('.') + 1).toUpperCase(),
    parameters: parameters.join(';').toUpperCase(),
    value: text.slice(end + 1),
  };
}

/** Parameters in quotes may hold colons. */
function colonIn(text: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === ':' && !quoted) return at;
  }
  return text.length;
}

const plain = (value: string): string =>
  value
    .replaceAll(/\\([nN\\,;:])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? ' ' : sign))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Cut where a sign stands that is not escaped. */
const parts = (value: string, sign: ',' | ';'): string[] =>
  value.split(sign === ';' ? /(?<!\\);/ : /(?<!\\),/).map(plain);

const isPreferred = ({ parameters }: Line): boolean => /PREF/.test(parameters);

function take(card: Card, line: Line): void {
  const { name, value } = line;
  const keep = (column: keyof Card, text: string | undefined, replace = false) => {
    if (text && (replace || !card[column])) card[column] = text;
  };
  if (name === 'EMAIL') keep('Email', plain(value).replace(/^mailto:/i, ''), isPreferred(line));
  else if (name === 'TEL') keep('Phone', plain(value).replace(/^tel:/i, ''), isPreferred(line));
  else if (name === 'ORG') keep('Company', parts(value, ';')[0]);
  else if (name === 'BDAY') keep('Birthday', dayOf(plain(value)));
  else if (name === 'CATEGORIES') keep('Tags', parts(value, ',').filter(Boolean).join('; '));
  else if (name === 'N') takeName(card, parts(value, ';'));
  else if (name === 'FN' && !card['First Name'] && !card['Last Name']) card['First Name'] = plain(value);
}

/** Last and first name of "N" are surer than the one name of "FN", wherever they stand. */
function takeName(card: Card, [last = '', first = '']: string[]): void {
  if (last === '' && first === '') return;
  card['First Name'] = first;
  card['Last Name'] = last;
}

/** 19600110 and 1960-01-10; a birthday without its year is no date. */
const dayOf = (value: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(value) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};
