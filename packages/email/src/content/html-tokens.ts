import { Tokenizer } from 'htmlparser2';

/** HTML as it stands, tag by tag; entities are decoded. Nothing is invented and nothing is moved. `at` is its place. */
export type HtmlToken = { at: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; written: string; closesItself: boolean }
  | { kind: 'close'; name: string; written: string }
  | { kind: 'comment'; text: string }
  | { kind: 'declaration'; text: string }
);

export function tokenize(html: string, each: (token: HtmlToken) => void): void {
  let text = '';
  let at = 0;
  let written = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const slice = (start: number, end: number) => html.slice(start, end);
  const emit = (token: HtmlToken) => {
    if (text !== '') each({ kind: 'text', text, at: token.at });
    text = '';
    each(token);
  };
  const open = (closesItself: boolean) =>
    emit({ kind: 'open', name: written.toLowerCase(), attributes, written, closesItself, at });
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => void (text += slice(start, end)),
      ontextentity: (codepoint) => void (text += String.fromCodePoint(codepoint)),
      onopentagname(start, end) {
        at = start;
        written = slice(start, end);
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => void (value += slice(start, end)),
      onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
      // The first of two with one name counts, as in browsers.
      onattribend: () => void (attributes.has(attribute) || attributes.set(attribute, value)),
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) =>
        emit({ kind: 'close', name: slice(start, end).toLowerCase(), written: slice(start, end), at: start }),
      oncomment: (start, end, offset) => emit({ kind: 'comment', text: slice(start, end - offset), at: start }),
      oncdata: () => {},
      ondeclaration: (start, end) => emit({ kind: 'declaration', text: slice(start, end), at: start }),
      onprocessinginstruction: () => {},
      onend() {
        if (text !== '') each({ kind: 'text', text, at: html.length });
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
