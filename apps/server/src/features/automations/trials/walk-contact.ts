import { leadThrough } from '@waggle/automations/replayed-person';
import type { PaperTurn, ReplayScene } from '@waggle/automations/replay';
import type { Effect } from '@waggle/automations/walk';
import { stepIdOf } from '@waggle/automations/program';
import {
  mostTestEmails,
  type PaperEffect,
  type TestTurn,
  type walkAutomation,
} from '@waggle/contracts/automation-trials';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { sendCampaignTest } from '#features/campaigns/index.ts';
import { matchRules } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireAutomation } from '../drafts.ts';
import type { Automations } from '../parts.ts';
import { findPeople } from './people.ts';
import { openTrial, type Trial } from './scene.ts';
import { presentTurn } from './tally.ts';
import { triedOf } from './tried.ts';

const mostTurns = 500;

type Asked = {
  automationId: string;
  of: 'draft' | 'live';
  contactId: string;
  happens: readonly string[];
  emailTo?: 'me' | undefined;
};
type Walked = ReplyOf<typeof walkAutomation>;

/** Leads one contact through from now on, as a back-test leads people through the past: the clock jumps over every wait. */
export async function testWalk({ campaigns }: Automations, ctx: Context, asked: Asked): Promise<Walked> {
  const automation = await requireAutomation(ctx, asked.automationId);
  const { document } = await triedOf(ctx, automation, asked.of);
  const now = ctx.now().getTime();
  const tried = { automationId: automation.id, clientId: automation.client_id, document };
  const trial = await openTrial(ctx, anybodyGetsIn(tried), {
    from: now,
    to: Infinity,
    rates: { openRate: 0, clickRate: 0 },
    happens: new Set(asked.happens),
    mostTurns,
  });
  const letIn = () => [{ type: 'test', refId: null, at: now, entry: { depth: 0 } }];
  const [person] = await findPeople(ctx, trial, [asked.contactId.toLowerCase()], letIn);
  if (!person) throw notFound();
  const [run] = leadThrough(trial.replay, person).runs;
  const { filter } = document.entry;
  const answers = filter ? await matchRules(ctx, [filter], [person.contactId]) : null;
  const { turns, end } = run!;
  const toSend = asked.emailTo === 'me' ? emailsOf(turns, trial).slice(0, mostTestEmails) : [];
  const emails: Walked['emails'] = [];
  // One by one, as tests of a campaign to several people are.
  for (const { stepId, campaignId } of toSend) {
    const { delivered, to, answer } = await sendCampaignTest(campaigns, ctx, campaignId, []);
    emails.push({ stepId, delivered, to, answer });
  }
  return {
    fitsFilter: answers?.get(person.contactId)?.[0] ?? filter === null,
    turns: turns.map((turn) => presentTest(trial.replay.scene, turn)),
    end: end?.end ?? null,
    emails,
  };
}

const anybodyGetsIn = <Tried extends Pick<Trial, 'document'>>(tried: Tried): Tried => ({
  ...tried,
  document: { ...tried.document, triggers: [], entry: { ...tried.document.entry, filter: null } },
});

/** Each email once, in the order in which they would be sent; those that nobody has written yet are left out. */
function emailsOf(turns: readonly PaperTurn[], { replay }: Trial): { stepId: string; campaignId: string }[] {
  return turns
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => {
      const campaignId = effect.kind === 'email' ? campaignOf(replay.scene, effect.stepId) : null;
      return campaignId === null ? [] : [{ stepId: effect.stepId, campaignId }];
    });
}

function campaignOf({ program }: ReplayScene, stepId: string): string | null {
  const node = program.nodes.find((each) => each.stepId === stepId);
  return node?.kind === 'email' ? node.campaignId : null;
}

function presentTest(scene: ReplayScene, turn: PaperTurn): TestTurn {
  const { at, steps } = presentTurn(scene, turn);
  const { next } = turn;
  const effectsOf = (stepId: string) => turn.effects.filter((effect) => effect.stepId === stepId);
  return {
    at,
    steps: steps.map((step) => ({ ...step, effects: effectsOf(step.stepId).map((one) => presentEffect(scene, one)) })),
    waits:
      'end' in next
        ? null
        : { stepId: stepIdOf(scene.program, next.step) ?? '', until: new Date(next.wakeAt).toISOString() },
  };
}

function presentEffect(scene: ReplayScene, effect: Effect): PaperEffect {
  switch (effect.kind) {
    case 'email':
      return { kind: 'email', campaignId: campaignOf(scene, effect.stepId) };
    case 'tag':
      return { kind: 'tag', add: effect.add, remove: effect.remove };
    case 'field':
      return { kind: 'field', field: effect.field, value: effect.value };
    case 'notify':
      return { kind: 'notify', memberId: effect.memberId, text: effect.text };
    case 'webhook':
      return { kind: 'webhook', url: effect.url, waitsForReply: effect.reply };
    default:
      return { kind: 'enter', automationId: effect.intoId };
  }
}
