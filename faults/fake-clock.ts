import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Seconds after which a process under it has noticed a new time. */
const noticeSeconds = 1;

/**
 * Debian's libfaketime: the wall clock of processes that are started with `env` goes wrong by as much as it is told, also
 * while they run. Clocks that measure durations go on, as they do when somebody sets the time of a machine.
 */
export function createFakeClock() {
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? '';
  if (!existsSync(library)) throw new Error('This needs libfaketime: apt-get install faketime');
  const folder = mkdtempSync(join(tmpdir(), 'waggle-clock-'));
  const file = join(folder, 'offset');
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(noticeSeconds),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };

  // Whether it works with this Node is seen, not believed.
  jump(3_600);
  const shown = Number(execFileSync(process.execPath, ['-p', 'Date.now()'], { env, encoding: 'utf8' }));
  if (Math.abs(shown - Date.now() - 3_600_000) > 60_000)
    throw new Error('libfaketime does not move the clock of this Node.');
  jump(0);
  return {
    env,
    jump,
    noticeMs: noticeSeconds * 1_000 + 200,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
