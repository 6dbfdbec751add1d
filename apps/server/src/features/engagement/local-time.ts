import { offsetAt } from '@waggle/contracts/zones';
import { memo } from './memo.ts';

const quarterHour = 900_000;

/** Every offset in use is a multiple of a quarter of an hour, so neither day nor hour changes inside one. */
const known = memo(10_000, (key) => {
  const [quarter = '0', timezone = 'UTC'] = key.split('|');
  const at = Number(quarter) * quarterHour;
  const clock = new Date(at + offsetAt(timezone, at));
  return { day: clock.toISOString().slice(0, 10), hourStart: at - clock.getUTCMinutes() * 60_000 };
});

/** The day on the organization's calendar, and the instant its hour began. */
export const localTime = (timezone: string, at: number): { day: string; hourStart: number } =>
  known(`${Math.floor(at / quarterHour)}|${timezone}`);
