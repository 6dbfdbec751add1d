import { fillIn, type PageStep, typedIn } from '@waggle/forms/page/fill-in';
import { type FormRefusal, formTexts } from '@waggle/forms/page/texts';
import { trapName } from '@waggle/forms/proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { touchParameter } from '../../platform/tracking/touch-token.ts';
import type { Brands } from '../brands/brands.ts';
import { languageOf } from '../pages.ts';
import type { Guard } from './guard/guard.ts';
import { formPage, thankYouPage, unavailablePage } from './page-html.ts';
import type { Progress } from './progress.ts';
import type { AskedVersion, PublishedForm } from './published-forms.ts';
import { statuses } from './replies.ts';
import { createSubmit, type SubmitParts, versionAsked } from './submit.ts';
import { touchIn } from './touch/touch-in.ts';
import { isVisit } from './visit.ts';
import type { createVisits } from './visits.ts';

export type FormPageParts = SubmitParts & {
  brands: Pick<Brands, 'of'>;
  headers: Record<string, string>;
  progress: Progress;
  guard: Guard;
  reach: ReturnType<typeof createVisits>;
};
type Rendered = { html: string; policy: string };

/** A form as pages that need no script: each answer is sent with the next request, and the last one records them all. */
export function createFormPages(parts: FormPageParts) {
  const { guard, progress } = parts;
  const { formOf, record } = createSubmit(parts);
  const send = createSend(parts.headers);
  const lookFor = createLookFor(parts.brands);

  const refuse = (request: FastifyRequest, reply: FastifyReply, reason: FormRefusal) =>
    send(request, reply, statuses[reason], unavailablePage(languageFor(request), reason));

  const withoutId = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, 404, unavailablePage(languageFor(request), 'noId'));

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    if (typeof form === 'string') return refuse(request, reply, form);
    const look = await lookFor(request, form);
    const query = new URLSearchParams(request.raw.url!.split('?')[1] ?? '');
    if (query.has('sent')) return send(request, reply, 200, thankYouPage(form, look));
    if (request.method === 'GET' && isVisit(request.headers)) progress.view(form, form.version);
    const filled = {
      typed: givenIn(form, query),
      token: guard.newPage(form.id),
      trap: '',
      carried: carriedIn(request),
    };
    const first = { at: 0, before: new Map(), errors: new Map(), ...filled };
    return send(request, reply, 200, formPage(form, first, look));
  }

  async function act(request: FastifyRequest, reply: FastifyReply) {
    const form = await formOf(request);
    if (typeof form === 'string') return refuse(request, reply, form);
    const body = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const asked = versionAsked(form, body.get('version') ?? undefined);
    if (!asked) return again(request, reply, form, body);
    const step = fillIn(asked.definition, body);
    const shown = { form, asked, body };
    if (step.shows === 'page') return showStep(request, reply, { ...shown, step });
    const words = formTexts[languageFor(request)];
    const stay = (alert: string, status: number) =>
      showStep(request, reply, { ...shown, step: { ...step.last, alert }, status });
    const page = guard.pageOf(form.id, body.get('token') ?? undefined);
    if (!page) return stay(words.page.again, 409);
    const { answers } = step;
    const guarded = guard.judgePage(request, { asked, answers }, { page, trap: trapIn(body) });
    if (guarded === 'tooMany') return stay(words.refusals.tooMany, 429);
    const isKept = await record(request, form, { version: asked.version, answers, guarded }).then(yes, no);
    if (!isKept) return stay(words.page.failed, 503);
    // Without a script nothing told how far they came: to the end.
    parts.reach(form, asked, { pageId: page.id, fieldIds: [...answers.keys()] });
    // A reload of the page that follows sends nothing again.
    return reply.code(303).headers(parts.headers).header('location', `/forms/${form.id}?sent=1`).send();
  }

  type Shown = { form: PublishedForm; asked: AskedVersion; step: PageStep; body: URLSearchParams; status?: number };

  async function showStep(request: FastifyRequest, reply: FastifyReply, { form, asked, step, body, status }: Shown) {
    const look = await lookFor(request, form);
    const filled = { ...step, token: tokenFor(guard, form, body), trap: trapIn(body), carried: carriedIn(request) };
    return send(request, reply, status ?? (step.errors.size > 0 ? 400 : 200), formPage(asked, filled, look));
  }

  /** It was changed more than a day ago, or twice: what was typed is shown in the form as it is now. */
  function again(request: FastifyRequest, reply: FastifyReply, form: PublishedForm, body: URLSearchParams) {
    const alert = formTexts[languageFor(request)].refusals.changed;
    const step = { ...firstStep(typedIn(form.definition, body)), alert };
    return showStep(request, reply, { form, asked: form, body, step, status: 409 });
  }

  return { show, act, withoutId };
}

const yes = () => true;
const no = () => false;

const firstStep = (typed: ReadonlyMap<string, string>): PageStep => ({
  shows: 'page',
  at: 0,
  typed,
  before: new Map(),
  errors: new Map(),
});

const trapIn = (body: URLSearchParams): string => body.get(trapName) ?? '';

/** That of a page that was begun, so that its time and what is sent twice are known again. */
function tokenFor(guard: Guard, { id }: PublishedForm, body: URLSearchParams): string {
  const begun = body.get('token') ?? '';
  return guard.pageOf(id, begun) ? begun : guard.newPage(id);
}

const createLookFor =
  (brands: FormPageParts['brands']) =>
  async (request: FastifyRequest, { organizationId, clientId }: PublishedForm) => ({
    language: languageFor(request),
    brand: await brands.of(organizationId, clientId).catch(() => null),
  });

const languageFor = (request: FastifyRequest) => languageOf(request.headers['accept-language']);

/** What led somebody here goes along, because nothing else is kept of them. */
function carriedIn(request: FastifyRequest): [string, string][] {
  const touch = touchIn(request);
  return touch === undefined ? [] : [[touchParameter, touch]];
}

const createSend =
  (headers: Record<string, string>) =>
  (request: FastifyRequest, reply: FastifyReply, status: number, { html, policy }: Rendered) =>
    reply
      .code(status)
      .headers({
        ...headers,
        // Browsers would otherwise say that the button stands on a page of nobody.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-language': languageFor(request),
        vary: 'accept-language',
        'content-security-policy': policy,
      })
      .send(html);

/** Values of hidden fields: from the address the page was opened with, or those the form gives. */
function givenIn({ definition }: PublishedForm, query: URLSearchParams): Map<string, string> {
  const hidden = definition.fields.filter(({ type }) => type === 'hidden');
  const given = hidden.map(({ id, parameter, value }): [string, string] => [
    id,
    (parameter === '' ? null : query.get(parameter)?.slice(0, 500)) || value,
  ]);
  return new Map(given.filter(([, value]) => value !== ''));
}
