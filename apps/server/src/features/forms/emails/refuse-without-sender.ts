import type { FormSettings } from '@waggle/contracts/form-definition';
import { ownSender } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Forms } from '../parts.ts';

type Sends = { clientId: string | null; settings: FormSettings; before?: FormSettings | undefined };

/**
 * A form that sends email is published by who has somebody to send it as: else people would wait for a confirmation that never comes. What
 * the published version sends already is not refused: a sender that fails today must not keep a wrong word in the form. Asked before the
 * transaction, because a sender is read with a connection of its own.
 */
export async function refuseWithoutSender(
  { settings: parts }: Pick<Forms, 'settings'>,
  ctx: Context,
  { clientId, settings, before }: Sends,
): Promise<void> {
  const asks = settings.doubleOptIn && !before?.doubleOptIn;
  const answers = settings.answerEmail.isOn && !before?.answerEmail.isOn;
  if ((!asks && !answers) || (await ownSender(parts, ctx, clientId))) return;
  const message = asks
    ? 'Double opt-in needs a verified sender. Add a sender on a verified domain in Settings, or turn double opt-in off.'
    : 'The email to the person needs a verified sender. Add a sender on a verified domain in Settings, or turn this email off.';
  throw new Problem('invalid_input', message, { fields: { [asks ? 'doubleOptIn' : 'answerEmail']: message } });
}
