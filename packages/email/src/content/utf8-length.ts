/** Bytes of a text as UTF-8, without making them. Half of a pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isPair(unit, text.charCodeAt(at + 1))) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

const isPair = (unit: number, next: number): boolean =>
  unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
