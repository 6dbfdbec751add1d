import { instantOfWall } from '@waggle/contracts/zones';

/** How late a missed schedule is still sent without asking, in milliseconds: longer ago, the mail may say things that are over. */
export const latestStartMs = 3_600_000;

/** The instant of a wall-clock time such as 2026-03-29T02:30 in a zone. */
export const instantOf = (local: string, zone: string): Date => new Date(instantOfWall(Date.parse(`${local}Z`), zone));
