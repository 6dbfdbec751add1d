import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(10 * 1_024);
let used = pool.length;
let last = 0;

/**
 * UUID version 7, as the database makes them, but known before the insert: a row, its tags and its activity are then
 * written without asking back. Milliseconds, a counter in the next twelve bits, chance behind.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  last = Math.max(last + 1, Date.now() * 4_096);
  const time = Math.floor(last / 4_096)
    .toString(16)
    .padStart(12, '0');
  const count = (last % 4_096).toString(16).padStart(3, '0');
  const chance = pool.toString('hex', used, used + 8);
  const variant = ((Number.parseInt(chance[0] ?? '0', 16) & 0x3) | 0x8).toString(16);
  used += 10;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${chance.slice(1, 4)}-${chance.slice(4)}`;
}
