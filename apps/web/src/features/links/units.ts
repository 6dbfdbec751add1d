import { useSyncExternalStore } from 'react';
import { stored } from '#lib/stored.ts';

export const units = ['cm', 'in'] as const;
export type Unit = (typeof units)[number];

/** Where people measure paper in inches, told by the clock: English is spoken in too many other places. */
const inchZones =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Menominee|Indiana|Indianapolis|Fort_Wayne|Kentucky|Louisville|North_Dakota)|Pacific\/Honolulu)/;

export const unitOfZone = (timezone: string): Unit => (inchZones.test(timezone) ? 'in' : 'cm');

const key = 'print-unit';

/** Chosen on this device, or else as the place it is in measures. */
function readUnit(): Unit {
  const chosen = units.find((unit) => unit === stored.read(key));
  return chosen ?? unitOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

let current: Unit | undefined;
const watchers = new Set<() => void>();

const watch = (onChange: () => void) => {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
};

function chooseUnit(unit: Unit): void {
  current = unit;
  stored.write(key, unit);
  for (const onChange of watchers) onChange();
}

/** One for the whole screen: the verdict and the table of sizes must not differ. */
export const useUnit = (): [Unit, (unit: Unit) => void] => [
  useSyncExternalStore(watch, () => (current ??= readUnit())),
  chooseUnit,
];

const mmPerInch = 25.4;
const cmPerFoot = 30.48;

/** The nearest quarter that is not smaller: people cut paper by a ruler. */
export const inchesOf = (mm: number): number => Math.ceil((mm / mmPerInch) * 4) / 4;
export const feetOf = (cm: number): number => Math.round(cm / cmPerFoot);
export const wholeInchesOf = (cm: number): number => Math.round((cm * 10) / mmPerInch);
