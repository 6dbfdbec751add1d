/** An instant as a date and time field shows it, 2026-05-18T09:00, on the clock of a time zone. */
export function wallClock(instant: Date, timezone: string): string {
  // Swedish writes dates as the field wants them.
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
  return written.replace(' ', 'T');
}
