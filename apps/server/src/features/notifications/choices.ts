import {
  choicesFrom,
  lockedKinds,
  type NotificationChannel,
  type NotificationChoices,
  type NotificationKind,
} from '@waggle/contracts/notifications';
import { findMember, keepNotificationChoice, person } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';

export async function readChoices(ctx: Context): Promise<{ email: string; choices: NotificationChoices }> {
  const member = await findMember(ctx, person(ctx).userId);
  if (!member) throw notFound();
  return { email: member.email, choices: choicesFrom(member.notification_choices) };
}

type Choice = { kind: NotificationKind; channel: NotificationChannel; on: boolean };

export async function saveChoice(ctx: Context, choice: Choice): Promise<{ choices: NotificationChoices }> {
  if (lockedKinds.includes(choice.kind))
    throw new Problem('invalid_input', "Notifications that protect your account can't be turned off.");
  await keepNotificationChoice(ctx, person(ctx).userId, choice);
  const { choices } = await readChoices(ctx);
  return { choices };
}
