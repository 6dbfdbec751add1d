import { hash } from 'node:crypto';
import type pg from 'pg';
import type { TestApi } from './test-api.ts';

/** Behind the wall, parsed and planned once for each connection: a matrix runs the same statements a thousand times. */
export const prepared = <Row extends pg.QueryResultRow>(
  { db }: Pick<TestApi, 'db'>,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> => db.owner.query<Row>({ name: hash('md5', text), text, values });
