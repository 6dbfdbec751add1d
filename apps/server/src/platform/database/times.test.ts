import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readTime } from './times.ts';

const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

test('times are read as the driver reads them', () => {
  const printed = fc
    .record({
      date: fc.date({ min: new Date('0101-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      micros: fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: 0 }),
      zone: fc.constantFrom('+00', '+00', '+02', '-03', '+05:30'),
    })
    .map(({ date, micros, zone }) => {
      const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
      return `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${zone}`;
    });

  fc.assert(
    fc.property(printed, (text) => {
      expect(readTime(text)).toEqual(byDriver(text));
    }),
  );
  for (const odd of ['infinity', '-infinity', '10000-01-01 00:00:00+00', '0044-03-15 12:00:00+00 BC'])
    expect(readTime(odd)).toEqual(byDriver(odd));
});
