import type pg from 'pg';

/** As if so many minutes had passed for all inside automations, and for emails that are tried again. */
export function passTime(owner: Pick<pg.Pool, 'query'>, minutes: number) {
  const by = `interval '${minutes} minutes'`;
  return owner.query(`
    update automation_runs set wake_at = wake_at - ${by}, deadline = deadline - ${by};
    update automation_places set next_at = next_at - ${by} where next_at < 'infinity';
    update campaign_sends set next_attempt_at = now() where state = 'pending' and next_attempt_at > now();
    delete from send_budgets`);
}
