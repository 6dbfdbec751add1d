import type { QrDesign } from '@waggle/contracts/qr-design';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { designOf, findCodesById } from '../codes/queries.ts';
import type { DrawnCode } from '../images/in-thread.ts';
import { findLogo } from '../images/queries.ts';
import type { Links } from '../short-url.ts';

export type ChosenCode = { name: string; shortCode: string; text: string; design: QrDesign };

/** In the order they were named. One that is not in sight is none at all. */
export async function chosenCodes(ctx: Context, links: Links, qrCodeIds: readonly string[]): Promise<ChosenCode[]> {
  const ids = [...new Set(qrCodeIds)];
  const rows = new Map((await findCodesById(ctx, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound();
    const { name, short_code: shortCode, client_id: clientId } = row;
    return { name, shortCode, text: links.shortUrl(shortCode, clientId), design: designOf(row) };
  });
}

/** With its logo, read when its turn comes: 500 of them would fill the memory. */
export async function drawn(ctx: Context, { text, design }: ChosenCode): Promise<DrawnCode> {
  const logo = design.logoId === null ? undefined : await findLogo(ctx, design.logoId);
  return { text, design, logo: logo?.content ?? null };
}

const pauseMs = 250;
/** Half a minute in all. */
const mostPauses = 120;

/** A file that has begun cannot be refused any more, so it waits while others draw. */
export async function patiently<Result>(draw: () => Promise<Result>): Promise<Result> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await draw();
    } catch (error) {
      const isBusy = error instanceof Problem && (error.code === 'overloaded' || error.code === 'too_many_requests');
      if (!isBusy || pauses === mostPauses) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
