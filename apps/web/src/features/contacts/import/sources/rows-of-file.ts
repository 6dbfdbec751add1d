import { toCsv } from './csv.ts';
import { rowsOfVcards } from './vcard.ts';
import { WrongFile } from './wrong-file.ts';
import { zipLimits } from './zip.ts';

const isWorkbook = (name: string): boolean => /\.xlsx$/i.test(name);
const isCards = (name: string): boolean => /\.vcf$/i.test(name);

export const isReadable = (name: string): boolean => /\.csv$/i.test(name) || isWorkbook(name) || isCards(name);

/** The file as CSV, which is what the server takes: everything else is read here, where a hostile file harms nobody else. */
export async function csvOf(file: File): Promise<File> {
  if (!isWorkbook(file.name) && !isCards(file.name)) return file;
  // A larger one has to be saved as CSV, which is read in pieces.
  if (file.size > zipLimits.packedBytes) throw new WrongFile('bulky');
  const rows = isCards(file.name) ? rowsOfVcards(await file.text()) : await workbookRows(file);
  return new File([toCsv(rows)], file.name.replace(/\.\w+$/, '.csv'), { type: 'text/csv' });
}

async function workbookRows(file: File): Promise<string[][]> {
  const { rowsOfWorkbook } = await import('./xlsx.ts');
  return rowsOfWorkbook(file);
}
