/** As people say it: Pacific Time, hora del Pacífico. */
export function zoneName(tag: string, timezone: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone: timezone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
}
