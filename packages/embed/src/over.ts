import { dress, type Embedded, goOn, makeFrame } from './frame.ts';
import { recall, remember, mayOpen } from './frequency.ts';
import { speakWith } from './handshake.ts';
import { whenIt } from './triggers.ts';

export type Rules = { mode: 'popup' | 'slide-in'; on: string; again: string };

const layer = 'z-index:2147483000;';
const backdropCss = `${layer}position:fixed;inset:0;background:rgba(0,0,0,.45);display:grid;place-items:center;padding:16px;box-sizing:border-box`;
const cornerCss = `${layer}position:fixed;right:max(16px,env(safe-area-inset-right));bottom:max(16px,env(safe-area-inset-bottom));width:min(400px,calc(100vw - 32px))`;
const cardCss =
  'position:relative;width:100%;overflow:hidden;border-radius:16px;box-shadow:0 16px 48px rgba(0,0,0,.24);background:';
const closeCss =
  'position:absolute;top:8px;right:8px;z-index:1;width:44px;height:44px;padding:0;border:0;border-radius:50%;font:24px/44px sans-serif;cursor:pointer;';
/** Those of the page in the frame, which follows the visitor's wish. */
const colors = {
  light: { card: '#fff', close: 'color:#191714;background:rgba(255,255,255,.6)' },
  dark: { card: '#181613', close: 'color:#f4f1eb;background:rgba(24,22,19,.6)' },
};
const closeWords: Record<string, string> = { en: 'Close', es: 'Cerrar', fr: 'Fermer' };

/** A form in the middle over the page, or in its corner. It opens by its rules, or by a button with `data-waggle-open`. */
export function addOver(script: HTMLScriptElement, embedded: Embedded, rules: Rules): void {
  const { formId } = embedded;
  let close: (() => void) | undefined;
  const open = () => {
    // Who took the script out of the page wants no form any more.
    if (close || !script.isConnected) return;
    remember(formId, { shown: Date.now() });
    close = show(embedded, rules.mode, () => {
      close = undefined;
    });
  };
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[data-waggle-open]');
    if (button && button.getAttribute('data-waggle-open') === formId) open();
  });
  whenIt(rules.on, () => {
    if (mayOpen(recall(formId), rules.again, Date.now())) open();
  });
}

function show(embedded: Embedded, mode: Rules['mode'], onClosed: () => void): () => void {
  const isModal = mode === 'popup';
  const before = document.activeElement;
  const outer = document.createElement('div');
  const card = document.createElement('div');
  const button = document.createElement('button');
  const frame = makeFrame(embedded, 480);
  dress(outer, isModal ? backdropCss : cornerCss);
  const color = colors[matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'];
  dress(card, `${cardCss}${color.card}${isModal ? ';max-width:480px' : ''}`);
  dress(button, closeCss + color.close);
  frame.style.maxHeight = isModal ? 'calc(100vh - 32px)' : 'calc(100vh - 96px)';
  frame.style.borderRadius = '0';
  button.type = 'button';
  button.textContent = '×';
  button.setAttribute('aria-label', closeWords[document.documentElement.lang.slice(0, 2)] || 'Close');
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', embedded.title || 'Form');
  if (isModal) card.setAttribute('aria-modal', 'true');
  card.appendChild(button);
  card.appendChild(frame);
  outer.appendChild(card);
  document.body.appendChild(outer);
  const release = isModal ? keepFocusIn(outer) : () => {};
  animate(card);

  const close = () => {
    document.removeEventListener('keydown', onKey);
    release();
    outer.remove();
    if (isModal && before instanceof HTMLElement) before.focus();
    onClosed();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  document.addEventListener('keydown', onKey);
  button.addEventListener('click', close);
  outer.addEventListener('click', ({ target }) => {
    if (isModal && target === outer) close();
  });
  speakWith(frame, embedded.origin, embedded.formId, {
    onHeight: (height) => {
      frame.style.height = `${height}px`;
    },
    onSent: (redirectUrl) => {
      remember(embedded.formId, { sent: Date.now() });
      goOn(redirectUrl);
    },
    onEscape: close,
  });
  if (isModal) button.focus();
  return close;
}

/** Everything beside the form cannot be reached until it is closed, by Tab or otherwise. */
function keepFocusIn(outer: HTMLElement): () => void {
  const others: HTMLElement[] = [];
  for (const one of Array.from(document.body.children))
    if (one !== outer && one instanceof HTMLElement && !one.inert) others.push(one);
  others.forEach((one) => {
    one.inert = true;
  });
  return () =>
    others.forEach((one) => {
      one.inert = false;
    });
}

function animate(card: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !card.animate) return;
  card.animate(
    [
      { opacity: 0, transform: 'translateY(16px)' },
      { opacity: 1, transform: 'none' },
    ],
    { duration: 200, easing: 'ease-out' },
  );
}
