import { zoneNamed } from '@waggle/contracts/contact-zones';
import type { Answers } from '@waggle/forms/visible';
import type { FastifyRequest } from 'fastify';
import type { Inbox } from '../../platform/inbox/append.ts';
import type { Touches } from '../../platform/tracking/touch-token.ts';
import type { Walls } from '../hosts/walls.ts';
import { signalsOf } from '../signals.ts';
import type { Guarded } from './guard/guard.ts';
import type { AskedVersion, PublishedForm, PublishedForms } from './published-forms.ts';
import type { FormRefusal } from '@waggle/forms/page/texts';
import { touchIn } from './touch/touch-in.ts';

export type SubmitParts = {
  forms: PublishedForms;
  walls: Pick<Walls, 'admits'>;
  inbox: Pick<Inbox, 'record'>;
  touches: Pick<Touches, 'read'>;
  allow: (address: string) => boolean;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the call and the page of a form have in common. */
export function createSubmit({ forms, walls, inbox, touches, allow }: SubmitParts) {
  /** The form of the address, or why it cannot be filled in. */
  async function formOf(request: FastifyRequest): Promise<PublishedForm | FormRefusal> {
    const { formId } = request.params as { formId: string };
    if (!allow(request.ip)) return 'tooMany';
    if (!uuid.test(formId)) return 'missing';
    const form = await forms.find(formId.toLowerCase());
    if (form === 'unknown') return 'missing';
    if (form === 'unavailable') return 'unavailable';
    if (!walls.admits(request, form)) return 'missing';
    return form.isActive ? form : 'inactive';
  }

  /** In the database, or on the disk while that is away, when it resolves. */
  async function record(
    request: FastifyRequest,
    { id: subjectId, organizationId, clientId }: PublishedForm,
    { version, answers, guarded }: { version: number; answers: Answers; guarded: Guarded },
  ): Promise<void> {
    const token = touchIn(request);
    const touch = token === undefined ? undefined : touches.read(token, { organizationId, formId: subjectId });
    const { way, spam, isQuiet } = guarded;
    const zone = zoneIn(request);
    const said = {
      ...(zone !== null && { zone }),
      ...(spam.length > 0 ? { spam } : {}),
      ...(isQuiet ? { quiet: true } : {}),
      ...(touch && { touch }),
    };
    const submission = { version, answers: Object.fromEntries(answers), way, ...said };
    const signals = { ...signalsOf(request.ip, request.raw.headers), submission };
    const event = { organizationId, clientId, kind: 'form-submission', subjectId, happenedAt: Date.now(), signals };
    await inbox.record({ id: guarded.id, ...event });
  }

  return { formOf, record };
}

/** Where the browser says it is, if there is such a zone. */
function zoneIn({ query }: FastifyRequest): string | null {
  const { zone } = query as { zone?: unknown };
  return typeof zone === 'string' ? zoneNamed(zone) : null;
}

/** The version somebody filled in: the present one, or for a day the one before; undefined for any other. */
export function versionAsked(form: PublishedForm, asked: unknown): AskedVersion | undefined {
  if (asked === undefined || asked === String(form.version)) return form;
  const { previous } = form;
  const isTaken = previous && asked === String(previous.version) && Date.now() < previous.until;
  return isTaken ? { ...previous, id: form.id } : undefined;
}
