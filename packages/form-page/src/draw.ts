import { readAnswer } from '@waggle/forms/answer';
import { fieldHtml } from '@waggle/forms/page/field-html';
import type { PageStep } from '@waggle/forms/page/fill-in';
import { formHtml, thanksHtml } from '@waggle/forms/page/form-html';
import { formTexts } from '@waggle/forms/page/texts';
import { formOf, partOf, present, seenOn, type Shown } from './shown-form.ts';

const find = ({ main }: Shown, selector: string) => main.querySelector<HTMLElement>(selector);

/** Another page, or the same one with what is wrong; then the keyboard and a screen reader go on there. */
export function draw(shown: Shown, step: PageStep, trap: string): void {
  const { data, main } = shown;
  find(shown, '.alert')?.remove();
  const filled = { ...step, token: data.token, carried: data.carried, trap };
  formOf(shown).outerHTML = formHtml({ ...data, definition: data }, filled, data.language);
  const about = find(shown, '.about');
  if (about) about.hidden = step.at > 0;
  const wrong = find(shown, '[aria-invalid=true], fieldset[aria-describedby*=-error] input');
  if (wrong && step.errors.size > 0) return wrong.focus();
  focus(find(shown, '.steps') ?? main.querySelector('h1')!);
}

function focus(target: HTMLElement): void {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Shows and hides fields of this page by what is answered now; those that stay are not touched. */
export function refresh(shown: Shown): void {
  const { at, typed, sent } = present(shown);
  const fields = seenOn(shown, at, typed);
  const ids = fields.map(({ id }) => id);
  if (ids.join(' ') === sent.get('shown')) return;
  const form = formOf(shown);
  const place = form.querySelector('.fields')!;
  for (const part of place.querySelectorAll<HTMLElement>('[data-field]'))
    if (!ids.includes(part.dataset['field']!)) part.remove();
  let last: HTMLElement | null = null;
  for (const field of fields.filter(({ type }) => type !== 'hidden')) {
    if (!partOf(shown, field)) {
      // What was typed into it before went along unseen.
      form.querySelectorAll(`input[type=hidden][name="${field.id}"]`).forEach((kept) => kept.remove());
      const { page: words } = formTexts[shown.data.language];
      const html = fieldHtml(field, { value: typed.get(field.id) ?? '', error: undefined, words });
      if (last) last.insertAdjacentHTML('afterend', html);
      else place.insertAdjacentHTML('afterbegin', html);
    }
    last = partOf(shown, field);
  }
  form.querySelector<HTMLInputElement>('input[name=shown]')!.value = ids.join(' ');
}

/** What was wrong and is right now is no longer complained of. */
export function forgive(shown: Shown, name: string): void {
  const field = shown.data.fields.find(({ id }) => id === name);
  const error = field && document.getElementById(`${field.id}-error`);
  if (!field || !error || 'error' in readAnswer(field, present(shown).typed.get(field.id))) return;
  error.remove();
  partOf(shown, field)!
    .querySelectorAll('[aria-invalid]')
    .forEach((part) => part.removeAttribute('aria-invalid'));
}

/** Above the form, and read aloud at once. */
export function say(shown: Shown, alert: string): void {
  find(shown, '.alert')?.remove();
  const line = document.createElement('p');
  line.className = 'alert';
  line.setAttribute('role', 'alert');
  line.textContent = alert;
  formOf(shown).before(line);
  line.scrollIntoView({ block: 'nearest' });
}

/** While it is sent. Not `disabled`: whoever stands on the button with the keyboard would stand nowhere. */
export function busy(shown: Shown): () => void {
  const button = formOf(shown).querySelector<HTMLButtonElement>('.send button')!;
  const text = button.textContent;
  button.textContent = formTexts[shown.data.language].page.sending;
  button.setAttribute('aria-disabled', 'true');
  return () => {
    button.textContent = text;
    button.removeAttribute('aria-disabled');
  };
}

export function thank(shown: Shown, settings: { thankYouMessage: string; redirectUrl: string }): void {
  const { data, main } = shown;
  const title = main.querySelector('h1')!;
  title.textContent = document.title = formTexts[data.language].page.thankYou;
  main.querySelectorAll('.about, .alert').forEach((part) => part.remove());
  formOf(shown).outerHTML = thanksHtml(settings, data.language);
  focus(title);
}
