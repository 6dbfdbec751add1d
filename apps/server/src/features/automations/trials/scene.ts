import { compile } from '@waggle/automations/compile';
import { Replay, type ReplayScene } from '@waggle/automations/replay';
import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { findForms, keepKnownAttributes, tagsOfClient } from '#features/contacts/index.ts';
import { frequencyCapOf } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { zoneOf } from '../engine/facts/zone-of.ts';
import { type Asked, askedOf } from './asked.ts';

export type Tried = { automationId: string; clientId: string | null; document: AutomationDocument };
type Chosen = Pick<ReplayScene, 'from' | 'to' | 'rates' | 'happens' | 'mostTurns'>;

export type Trial = Tried & { replay: Replay; asked: Asked };

/** An automation made ready to lead people through on paper. Rules of the organization are those of today. */
export async function openTrial(ctx: Context, tried: Tried, chosen: Chosen): Promise<Trial> {
  const { automationId, clientId, document } = tried;
  const program = compile(document);
  const cap = await frequencyCapOf(ctx);
  const asked = askedOf(document, program, cap?.hours ?? null);
  const keep = await keepKnownAttributes(ctx);
  const replay = new Replay({
    ...chosen,
    organizationId: ctx.organizationId,
    automationId,
    clientId,
    program,
    entry: document.entry,
    zone: await zoneOf(ctx),
    cap,
    asksOpens: asked.asksOpens,
    knownTags: await tagsOfClient(ctx, clientId, asked.tagIds),
    forms: new Set(await findForms(ctx, asked.formIds)),
    stored: (field, value) => keep(new Map([[field, value]]))[field],
  });
  return { ...tried, replay, asked };
}
