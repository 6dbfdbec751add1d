/** Mails a domain may send on its first day. Each day allows three fifths more; after the last there is no limit. */
const firstDay = 500;
const growth = 1.6;
const lastDay = 15;

/** How many mails may leave from a domain on this day of its life (the first is 1); null when it is warm. */
export const dailyCap = (day: number): number | null =>
  day > lastDay ? null : Math.round(firstDay * growth ** (Math.max(day, 1) - 1));
