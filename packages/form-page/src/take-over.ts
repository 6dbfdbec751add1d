import type { PageData } from '@waggle/forms/page/data';
import { fillIn } from '@waggle/forms/page/fill-in';
import { formTexts } from '@waggle/forms/page/texts';
import { trapName } from '@waggle/forms/proof';
import type { Answers } from '@waggle/forms/visible';
import { busy, draw, forgive, refresh, say, thank } from './draw.ts';
import { createReport } from './report.ts';
import { createSend } from './send.ts';
import { createShown, formOf, present, readForm, seenOn, type Shown } from './shown-form.ts';

/** Milliseconds in which people read that they are led on. */
const redirectAfter = 2_000;

/** Pages without reloading, conditions at once, and sending in place: by the same code the server goes by. */
export function takeOver(data: PageData, tellSent: (redirectUrl: string) => boolean): void {
  const shown = createShown(data);
  const { send, expect } = createSend(data);
  const report = createReport(data);
  let isSending = false;

  async function finish(answers: Answers, trap: string): Promise<void> {
    isSending = true;
    const end = busy(shown);
    report.reach(data.fields.filter(({ id, type }) => type !== 'hidden' && answers.has(id)).map(({ id }) => id));
    report.flush();
    const sent = await send(answers, trap !== '');
    isSending = false;
    if ('message' in sent) {
      end();
      return say(shown, sent.message || formTexts[data.language].page.failed);
    }
    thank(shown, sent);
    // A page around the frame goes on as a whole.
    if (!tellSent(sent.redirectUrl) && sent.redirectUrl !== '')
      setTimeout(() => location.assign(sent.redirectUrl), redirectAfter);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isSending) return;
    const sent = readForm(shown, event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'on');
    const trap = sent.get(trapName) ?? '';
    const step = fillIn(data, sent);
    if (step.shows === 'done') return void finish(step.answers, trap);
    draw(shown, step, trap);
    report.flush();
    listen();
  }

  function hear({ target }: Event): void {
    const { name } = target as HTMLInputElement;
    refresh(shown);
    forgive(shown, name);
    const reached = reachedBy(shown, name);
    if (reached.length === 0) return;
    expect();
    report.reach(reached);
  }

  function listen(): void {
    const form = formOf(shown);
    // Ours says the same in the words of the page.
    form.noValidate = true;
    form.addEventListener('submit', submit);
    form.addEventListener('input', hear);
    form.addEventListener('change', hear);
  }

  listen();
  // A browser that comes back to a page fills in what was typed.
  refresh(shown);
}

/** The field and those before it; none for what is no field. */
function reachedBy(shown: Shown, name: string): string[] {
  const { at, typed } = present(shown);
  const here = seenOn(shown, at, typed);
  const until = here.findIndex(({ id }) => id === name);
  if (until === -1) return [];
  const passed = shown.pages.slice(0, at).flatMap((_, index) => seenOn(shown, index, typed));
  return [...passed, ...here.slice(0, until + 1)].filter(({ type }) => type !== 'hidden').map(({ id }) => id);
}
