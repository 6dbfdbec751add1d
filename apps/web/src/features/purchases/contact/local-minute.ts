const two = (part: number) => String(part).padStart(2, '0');

/** 2026-05-31T09:05 on the clock of the reader, as a field for date and time holds it. */
export const localMinute = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
