import { escapeHtml } from '../escape-html.ts';
import { parsePieces, type Piece, type Reader } from './liquid.ts';
import { type Address, splitMarkers } from './markers.ts';

/** Compiled HTML as one reader sees it. `addressOf` answers our own addresses, fit to stand in an attribute. */
export const fillHtml = (compiled: string, reader: Reader, addressOf: (address: Address) => string): string =>
  fill(parsePieces(compiled), reader, addressOf);

const fill = (pieces: readonly Piece[], reader: Reader, addressOf: (address: Address) => string): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'output') return escapeHtml(piece.value(reader));
      if (piece.kind === 'choice') return fill(piece.branches[piece.choose(reader)] ?? [], reader, addressOf);
      return splitMarkers(piece.text)
        .map((part) => (typeof part === 'string' ? part : addressOf(part)))
        .join('');
    })
    .join('');
