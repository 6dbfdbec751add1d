import type { Figure } from '../../../bench/figures.ts';
import type { BareMachine } from './bare-machine.ts';

const roles = ['api', 'edge', 'worker'] as const;
const units = [...roles.map((role) => `waggle@${role}.service`), 'waggle-migrate.service', 'waggle-backup.service'];

/** An installation of the units, as docs/operations.md says to do it. */
export async function checkUnits(bare: BareMachine): Promise<Figure[]> {
  return [await installed(bare), await verified(bare), ...(await killed(bare)), await backedUp(bare)];
}

const database = `su postgres -c 'psql -qv ON_ERROR_STOP=1' <<'SQL'
create role waggle_owner login createrole password 'owner';
grant set on parameter app.client_id to waggle_owner;
create role waggle_backup login bypassrls in role pg_read_all_data password 'backup';
create database waggle owner waggle_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL`;

const settings = `/deploy/systemd/install
printf '%s\\n' PUBLIC_URL=http://localhost:3000 DATABASE_URL=postgres://waggle_app:app@127.0.0.1/waggle SMTP_URL=smtp://127.0.0.1:25 > /etc/waggle/waggle.env
echo MIGRATION_DATABASE_URL=postgres://waggle_owner:owner@127.0.0.1/waggle > /etc/waggle/migrate.env
echo BACKUP_DATABASE_URL=postgres://waggle_backup:backup@127.0.0.1/waggle > /etc/waggle/backup.env`;

const health = (role: string) => `/opt/waggle/bin/waggle health ${role}`;
/** The settings of the ports are those of the defaults, so the probe needs no others. */
const env =
  'PUBLIC_URL=http://localhost DATABASE_URL=postgres://x/x SMTP_URL=smtp://x SECRET_KEY=stands-for-a-key-of-32-characters';

async function installed(bare: BareMachine): Promise<Figure> {
  await bare.until('systemctl is-system-running | grep -E "running|degraded" && pg_isready -q');
  await bare.sh(database);
  await bare.sh(settings);
  await bare.sh('systemctl start waggle-migrate && systemctl enable --quiet --now waggle.target');
  const seconds = await Promise.all(roles.map((role) => bare.until(`${env} ${health(role)}`)));
  return { values: { roles: seconds.length, ready_s: Math.max(...seconds).toFixed(1) }, ok: true };
}

async function verified(bare: BareMachine): Promise<Figure> {
  const said = await bare.sh(
    `systemd-analyze verify ${[...units, 'waggle.target', 'waggle-backup.timer'].join(' ')} 2>&1 | grep -i waggle || true`,
  );
  const exposures = await Promise.all(
    units.map(async (unit) =>
      Number(/exposure level for \S+: (\S+)/.exec(await bare.sh(`systemd-analyze security --no-pager ${unit}`))?.[1]),
    ),
  );
  const worst = Math.max(...exposures);
  return {
    values: { verify: said === '' ? 'clean' : JSON.stringify(said), security: worst, goal: 1.5 },
    ok: said === '' && worst <= 1.5,
  };
}

/** One after the other: what starts beside two others takes longer. */
async function killed(bare: BareMachine): Promise<Figure[]> {
  const figures = [];
  for (const role of roles) {
    const process = `systemctl show --property=MainPID --value waggle@${role}`;
    const before = await bare.sh(process);
    await bare.sh(`kill -KILL ${before}`);
    const seconds = await bare.until(`[ $(${process}) != ${before} ] && ${env} ${health(role)}`);
    figures.push({ values: { killed: role, ready_s: seconds.toFixed(1), goal: 10 }, ok: seconds <= 10 });
  }
  return figures;
}

async function backedUp(bare: BareMachine): Promise<Figure> {
  await bare.sh('systemctl start waggle-backup');
  const count = Number(await bare.sh('ls /var/backups/waggle/*/waggle-backup.json | wc -l'));
  return { values: { backups: count }, ok: count === 1 };
}
