import type { FieldType } from '@waggle/contracts/contact-fields';
import type { ColumnPlan } from '@waggle/contracts/imports';
import type { Field } from '../rows/attributes.ts';
import { guessType } from './guess-type.ts';

export type FileColumn = { header: string; samples: string[]; guess: ColumnPlan; type: FieldType };

/** As people call them in English, Spanish and French, without capitals, accents, spaces and signs. */
const variants: [Exclude<ColumnPlan['to'], 'custom' | 'skip'>, string][] = [
  [
    'email',
    'email emailaddress mail correo correoelectronico direcciondecorreo direcciondecorreoelectronico courriel adresseemail adressemail adressecourriel adresseelectronique',
  ],
  ['firstName', 'firstname givenname forename nombre nombredepila primernombre prenom'],
  ['lastName', 'lastname surname familyname apellido apellidos nom nomdefamille'],
  [
    'fullName',
    'name fullname contactname displayname nombrecompleto nombreyapellidos apellidosynombre nomcomplet nometprenom prenometnom',
  ],
  [
    'phone',
    'phone phonenumber telephone telephonenumber tel mobile mobilephone cell cellphone telefono numerodetelefono movil celular numerodetelephone portable',
  ],
  [
    'company',
    'company companyname organization organizationname organisation organisationname account accountname employer empresa nombredelaempresa razonsocial compania organizacion societe raisonsociale nomdelasociete entreprise employeur',
  ],
  ['timeZone', 'timezone tz zonahoraria husohorario fuseauhoraire fuseau'],
  ['tags', 'tags tag etiquetas etiqueta etiquettes etiquette'],
  ['source', 'source origen fuente origine'],
  ['createdAt', 'createddate createdat created datecreated creationdate fechadecreacion creado datedecreation creele'],
];
const known = new Map(variants.flatMap(([to, words]) => words.split(' ').map((word) => [word, to] as const)));

const shownLetters = 200;
const samplesShown = 3;

export const simplified = (header: string): string =>
  header
    .slice(0, shownLetters)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Such a column lists tags, whatever its cells look like. */
export const isTagHeader = (header: string): boolean => known.get(simplified(header)) === 'tags';

/** What each column probably is. Of two that look alike only the first is guessed, so that nothing is filled twice. */
export function describeColumns([headers = [], ...rows]: string[][], fields: readonly Field[]): FileColumn[] {
  const custom = new Map(
    fields.flatMap(({ key, label }) => [[simplified(label), key] as const, [simplified(key), key] as const]),
  );
  const taken = new Set<string>();
  // Where first and last name have columns of their own, a third one only repeats them.
  const hasParts = headers.some((header) => ['firstName', 'lastName'].includes(known.get(simplified(header)) ?? ''));
  return headers.map((header, at) => {
    const word = simplified(header);
    const named = known.get(word);
    // An organization that has its own field for companies keeps them there.
    const isOwn = named === 'company' && custom.has(word);
    const to = isOwn || (named === 'fullName' && hasParts) ? undefined : named;
    const key = to === undefined ? custom.get(word) : undefined;
    const guess = to ? { to } : key === undefined ? { to: 'skip' as const } : { to: 'custom' as const, key };
    const place = key ?? to ?? '';
    const free = place !== '' && !taken.has(place);
    taken.add(place);
    const values = valuesOf(rows, at);
    return {
      header: header.trim().slice(0, shownLetters).toWellFormed(),
      samples: values.slice(0, samplesShown).map((value) => value.slice(0, shownLetters).toWellFormed()),
      guess: free ? guess : { to: 'skip' as const },
      type: guessType(values),
    };
  });
}

const valuesOf = (rows: string[][], at: number): string[] =>
  rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
