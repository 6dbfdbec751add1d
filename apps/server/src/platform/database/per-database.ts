import type { Db } from './database.ts';
import { poolOf } from './scoped-dialect.ts';

/** What a process remembers of a database: one value for each it has open, gone with its pool. */
export function perDatabase<Value>(create: () => Value): (db: Db) => Value {
  const values = new WeakMap<object, Value>();
  return (db) => {
    const pool = poolOf(db);
    const known = values.get(pool);
    if (known !== undefined) return known;
    const value = create();
    values.set(pool, value);
    return value;
  };
}
