// Where an address of ours goes into compiled content. The two characters around it are for private use; compiling
// removes them from what authors write, and what is known of a reader is never searched for them.
const begin = '\uE000';
const end = '\uE001';

const letters = { o: 'open', c: 'click', u: 'unsubscribe', p: 'preferences', v: 'view' } as const;
type Purpose = (typeof letters)[keyof typeof letters];

export const openMarker = `${begin}o${end}`;
export const unsubscribeMarker = `${begin}u${end}`;
export const preferencesMarker = `${begin}p${end}`;
export const viewMarker = `${begin}v${end}`;
export const clickMarker = (linkNo: number): string => `${begin}c${linkNo}${end}`;

export const withoutMarkers = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '');

/** What shows an email to nobody in particular has no address of ours. */
export const withoutAddresses = (html: string): string => html.replaceAll(/\uE000[ocupv]\d*\uE001/g, '');

export type Address = { purpose: Purpose; linkNo: number };

/** Text and addresses in turn, beginning and ending with text. */
export const splitMarkers = (text: string): (string | Address)[] =>
  text
    .split(/\uE000([ocupv]\d*)\uE001/)
    .map((part, at) =>
      at % 2 === 0
        ? part
        : { purpose: letters[part[0] as keyof typeof letters], linkNo: part.length > 1 ? Number(part.slice(1)) : 0 },
    );

export const linkNumbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/\uE000c(\d+)\uE001/g), ([, digits]) => Number(digits));
