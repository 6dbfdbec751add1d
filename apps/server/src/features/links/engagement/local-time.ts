import { memo } from './memo.ts';

const quarterHour = 900_000;

const formats = memo(
  600,
  (timezone) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** Every offset in use is a multiple of a quarter of an hour, so neither day nor hour changes inside one. */
const known = memo(10_000, (key) => {
  const [quarter = '0', timezone = 'UTC'] = key.split('|');
  const at = Number(quarter) * quarterHour;
  const parts = formats(timezone).formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hourStart: at - Number(part('minute')) * 60_000,
  };
});

/** The day on the organization's calendar, and the instant its hour began. */
export const localTime = (timezone: string, at: number): { day: string; hourStart: number } =>
  known(`${Math.floor(at / quarterHour)}|${timezone}`);
