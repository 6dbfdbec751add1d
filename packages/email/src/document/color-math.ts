const channels = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const toHex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of the second color in the first, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  return toHex(channels(first).map((part, at) => part + ((other[at] as number) - part) * share));
}

/** Relative luminance as WCAG defines it. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(first: string, second: string): number {
  const [low, high] = [luminance(first), luminance(second)].toSorted((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** WCAG AA for text of any size. */
const readable = 4.5;

/** The color, moved towards black or white until it can be read on the surface. */
export function readableOn(color: string, surface: string): string {
  const end = contrast('#ffffff', surface) >= contrast('#000000', surface) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.1) {
    const candidate = mix(color, end, share);
    if (contrast(candidate, surface) >= readable) return candidate;
  }
  return end;
}
