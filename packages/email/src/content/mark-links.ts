import { Tokenizer } from 'htmlparser2';
import { escapeHtml } from '../escape-html.ts';
import { parsePieces, type Piece, Reader } from './liquid.ts';
import { withoutAddresses, withoutMarkers } from './markers.ts';
import type { Personal } from './personal.ts';

/** A stretch of an email. With a number it ends just inside of the link that has it, so that a mark can follow. */
export type MarkedPart = { html: string; no: number | null };

/** Names the links of the email that have a number, for a style sheet of whoever shows the marks. */
export const linkAttribute = 'data-waggle-link';

/** Compiled content as one reader would see it, cut where its links begin. It leads nowhere, and looking at it counts nothing. */
export const markLinks = (compiled: string, reader: Personal): MarkedPart[] =>
  cut(rendered(parsePieces(compiled), new Reader(reader)));

const rendered = (pieces: readonly Piece[], reader: Reader): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'output') return escapeHtml(withoutMarkers(piece.value(reader)));
      return rendered(piece.branches[piece.choose(reader)] ?? [], reader);
    })
    .join('');

const links = new Set(['a', 'area']);
const clickAddress = /^\uE000c(\d{1,5})\uE001$/;

/** Comments are none of its business: what one mail program alone shows is on no screen of ours. */
function cut(html: string): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let [name, attribute, written] = ['', '', ''];
  let [from, valueStart, valueEnd] = [0, -1, -1];
  const within = (start: number, end: number) => {
    if (attribute === 'href') [valueStart, valueEnd] = [start, end];
  };
  const openEnds = (end: number) => {
    if (!links.has(name) || valueStart === -1) return;
    const [, digits] = clickAddress.exec(html.slice(valueStart, valueEnd)) ?? [];
    const no = digits === undefined || name === 'area' ? null : Number(digits);
    const named = no === null ? '' : `" ${linkAttribute}="${no}`;
    written += `${html.slice(from, valueStart)}#${named}${html.slice(valueEnd, end + 1)}`;
    from = end + 1;
    if (no === null) return;
    // One is left in comments for one mail program, and in the pixel that counts an open.
    parts.push({ html: withoutAddresses(written), no });
    written = '';
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        [attribute, valueStart, valueEnd] = ['', -1, -1];
      },
      // The first of two with one name counts, as in browsers.
      onattribname: (start, end) => void (attribute = valueStart === -1 ? html.slice(start, end).toLowerCase() : ''),
      onattribdata: within,
      onattribentity: ignore,
      onattribend: ignore,
      onopentagend: openEnds,
      onselfclosingtag: openEnds,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  parts.push({ html: withoutAddresses(`${written}${html.slice(from)}`), no: null });
  return parts;
}
