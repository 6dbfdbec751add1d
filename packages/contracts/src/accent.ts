/** WCAG's relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

/** From 1 to 21; text needs 4.5. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The design's own, for whoever chose none. */
export const defaultAccent = '#f9ad1b';
export const ink = '#191714';

/** Text on the color: white, else ink, else black. On every color there is, white or black has a contrast of 4.58 at least. */
export const labelOn = (accent: string): string =>
  ['#ffffff', ink].find((label) => contrastOf(label, accent) >= 4.5) ?? '#000000';

/** At most two letters of a name, for a place without a logo: those of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  // By the point and not the unit: half of a letter beyond the first plane is none.
  return [first, last]
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}
