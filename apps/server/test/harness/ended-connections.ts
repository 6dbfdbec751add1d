import type { Client } from 'pg';

/** Does the work while every connection that runs such a statement is ended in the middle of it, and answers whether that stopped it. */
export async function withoutConnections(
  owner: Client,
  statement: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const ended = new AbortController();
  const wasStopped = work()
    .then(
      () => false,
      () => true,
    )
    .finally(() => ended.abort());
  while (!ended.signal.aborted)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and query ~ $1 and pid <> pg_backend_pid()`,
      [statement],
    );
  return wasStopped;
}
