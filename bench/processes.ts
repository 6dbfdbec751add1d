import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second of Linux on every machine we meet. */
const ticks = 100;

/** Seconds of processor time this process and those it has started and buried have used. */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0, buriedUser = 0, buriedSystem = 0] = fieldsOf(pid).slice(11, 15).map(Number);
  return (user + system + buriedUser + buriedSystem) / ticks;
}

/** With its living children: a database server is one process for each connection. */
export function familyCpuSeconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => Number(fieldsOf(candidate)[1]) === pid);
  return [pid, ...children].reduce((sum, member) => sum + cpuSeconds(member), 0);
}

/** What stands behind the name, which may hold spaces; a process that has ended meanwhile has nothing. */
function fieldsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
