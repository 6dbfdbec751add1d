import pg from 'pg';

const timestamptz = pg.types.builtins.TIMESTAMPTZ;
const byDriver = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/** A page of contacts has 150 times. The driver takes each apart by an expression; in UTC the engine reads them nearly as they are. */
export function readTime(text: string): Date {
  const isPlain = text.length > 21 && text.endsWith('+00') && text[4] === '-';
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : byDriver(text);
}

/** How values become JavaScript; as the driver does it, but for times. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: typeof timestamptz, format?: 'text') =>
    oid === timestamptz && format !== ('binary' as string)
      ? readTime
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
