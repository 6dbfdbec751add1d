import type { Context } from '#platform/context.ts';

const day = 86_400_000;
export const daysAgo = (ctx: Context, days: number): string => new Date(ctx.now().getTime() - days * day).toISOString();
