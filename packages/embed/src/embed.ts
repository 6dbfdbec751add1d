import type { Embedded } from './frame.ts';
import { addInline, grow } from './inline.ts';
import { addOver } from './over.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const done = 'data-waggle-done';

/** Each element once, however often the script stands on the page. */
function isNew(element: Element): boolean {
  if (element.hasAttribute(done)) return false;
  element.setAttribute(done, '');
  return true;
}

function addByScript(script: HTMLScriptElement, origin: string): void {
  const { form: formId = '', title = '', mode, open = 'delay:5', again = '7' } = script.dataset;
  // A script whose page went on before it was loaded has nothing to add.
  if (!uuid.test(formId) || !script.isConnected || !isNew(script)) return;
  const embedded: Embedded = { origin, formId, title };
  if (mode === 'popup' || mode === 'slide-in') addOver(script, embedded, { mode, on: open, again });
  else addInline(script, embedded);
}

/** Frames that were pasted as they are become as high as what they show. */
function adoptFrames(origin: string): void {
  document.querySelectorAll<HTMLIFrameElement>('iframe[data-waggle-form]').forEach((frame) => {
    const formId = frame.getAttribute('data-waggle-form') || '';
    const isOurs = uuid.test(formId) && frame.src.startsWith(`${origin}/forms/${formId}`);
    if (isOurs && isNew(frame)) grow(frame, { origin, formId, title: frame.title });
  });
}

const self = document.currentScript;
if (self instanceof HTMLScriptElement) {
  const { origin } = new URL(self.src);
  const start = () => {
    addByScript(self, origin);
    adoptFrames(origin);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
