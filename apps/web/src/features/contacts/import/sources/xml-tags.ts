import { WrongFile } from './wrong-file.ts';

/** A tag with the text in front of it. */
export type XmlTag = { name: string; isEnd: boolean; isEmpty: boolean; attributes: string; before: string };

/** The tags of a document one after the other; no entities of its own, so nothing can grow. */
export function* tagsOf(xml: string): Generator<XmlTag> {
  if (xml.slice(0, 1_000).includes('<!DOCTYPE')) throw new WrongFile('foreign');
  for (let at = 0; ;) {
    const open = xml.indexOf('<', at);
    const close = open === -1 ? -1 : xml.indexOf('>', open);
    if (close === -1) return;
    const inside = xml.slice(open + 1, close);
    const isEnd = inside.startsWith('/');
    const isEmpty = inside.endsWith('/');
    const body = inside.slice(isEnd ? 1 : 0, isEmpty ? -1 : undefined);
    const space = body.search(/\s/);
    const name = space === -1 ? body : body.slice(0, space);
    yield {
      name: name.slice(name.indexOf(':') + 1),
      isEnd,
      isEmpty,
      attributes: space === -1 ? '' : body.slice(space),
      before: xml.slice(at, open),
    };
    at = close + 1;
  }
}

/** With or without a prefix in front of the name. */
export function attribute({ attributes }: XmlTag, name: string): string | undefined {
  const mark = `${name}="`;
  let at = attributes.indexOf(mark);
  while (at > 0 && !' \t\r\n:'.includes(attributes.charAt(at - 1))) at = attributes.indexOf(mark, at + 1);
  if (at <= 0) return undefined;
  const from = at + mark.length;
  const end = attributes.indexOf('"', from);
  return end === -1 ? undefined : plainText(attributes.slice(from, end));
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const plainText = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, entity: string) => {
        if (!entity.startsWith('#')) return named[entity] ?? whole;
        const code = entity[1]?.toLowerCase() === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
      })
    : text;
