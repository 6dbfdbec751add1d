import { importLimits } from '@waggle/contracts/imports';
import { cellReader, type CellReader } from './xlsx-cells.ts';
import { attribute, plainText, tagsOf, type XmlTag } from './xml-tags.ts';
import { WrongFile } from './wrong-file.ts';
import { openZip, type Zip } from './zip.ts';

/** One more than an import takes, so that the server says what is wrong with the file. */
const mostColumns = importLimits.columns + 1;

/** The first sheet of an Excel workbook as rows; formulas give the value they had when it was saved. */
export async function rowsOfWorkbook(file: Blob): Promise<string[][]> {
  const zip = await openZip(file);
  const book = await zip.text('xl/workbook.xml');
  const strings = zip.has('xl/sharedStrings.xml') ? stringsIn(await zip.text('xl/sharedStrings.xml')) : [];
  const styles = zip.has('xl/styles.xml') ? await zip.text('xl/styles.xml') : '';
  const read = cellReader({ strings, styles, since1904: /date1904="(?:1|true)"/.test(book) });
  const rows = rowsIn(await zip.text(await firstSheet(zip, book)), read);
  if (rows.length === 0) throw new WrongFile('empty');
  return rows;
}

async function firstSheet(zip: Zip, book: string): Promise<string> {
  const [sheet] = [...tagsOf(book)].filter(({ name, isEnd }) => name === 'sheet' && !isEnd);
  const id = sheet && attribute(sheet, 'id');
  const links = [...tagsOf(await zip.text('xl/_rels/workbook.xml.rels'))];
  const link = links.find((tag) => tag.name === 'Relationship' && attribute(tag, 'Id') === id);
  const target = (link && attribute(link, 'Target')) ?? '';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Text may be cut into runs of different letters; how it is pronounced is not part of it. */
function stringsIn(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let spoken = false;
  for (const { name, isEnd, before } of tagsOf(xml)) {
    if (name === 'rPh') spoken = !isEnd;
    else if (name === 't' && isEnd && !spoken) text += plainText(before);
    else if (name === 'si' && isEnd) {
      strings.push(text);
      text = '';
    }
  }
  return strings;
}

function rowsIn(xml: string, read: CellReader): string[][] {
  const rows: string[][] = [];
  // A text of the list may stand in any number of cells.
  let room: number = importLimits.fileBytes;
  let row: string[] = [];
  for (const { at, value } of cellsIn(xml, read)) {
    if (at === endOfRow) {
      if (row.some((text) => text !== '')) rows.push(row);
      row = [];
    } else room -= put(row, at ?? row.length, value);
    if (room < 0) throw new WrongFile('bulky');
  }
  return rows;
}

const endOfRow = -1;
/** Its column; undefined is the next one. */
type Placed = { at: number | undefined; value: string };

function* cellsIn(xml: string, read: CellReader): Generator<Placed> {
  let cell: { at: number | undefined; type: string; style: string; text: string } | undefined;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'row' && tag.isEnd) yield { at: endOfRow, value: '' };
    if (tag.name === 'c') {
      if (cell && tag.isEnd) yield { at: cell.at, value: read(cell) };
      cell = tag.isEnd || tag.isEmpty ? undefined : begunBy(tag);
    }
    if (cell && tag.isEnd && holdsText.has(tag.name)) cell.text += plainText(tag.before);
  }
}

const holdsText = new Set(['v', 't']);

const begunBy = (tag: XmlTag) => ({
  at: columnOf(attribute(tag, 'r')),
  type: attribute(tag, 't') ?? 'n',
  style: attribute(tag, 's') ?? '',
  text: '',
});

/** Answers how much room it takes. */
function put(row: string[], at: number, value: string): number {
  if (at >= mostColumns) return 0;
  while (row.length < at) row.push('');
  row[at] = value;
  return value.length;
}

/** B of B12 is 1. */
function columnOf(place: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(place ?? '') ?? [];
  return letters === undefined
    ? undefined
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
