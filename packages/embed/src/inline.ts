import { type Embedded, goOn, makeFrame } from './frame.ts';
import { speakWith } from './handshake.ts';

const firstHeight = 600;

/** A frame as high as what it shows. */
export function grow(frame: HTMLIFrameElement, { origin, formId }: Embedded): void {
  speakWith(frame, origin, formId, {
    onHeight: (height) => {
      frame.style.height = `${height}px`;
    },
    onSent: goOn,
    onEscape: () => {},
  });
}

/** Into the container with the form's id, or where the script stands. What is there already is not added again. */
export function addInline(script: HTMLScriptElement, embedded: Embedded): void {
  const container = document.getElementById(`form-${embedded.formId}`);
  if (container && container.querySelector('iframe')) return;
  const frame = makeFrame(embedded, firstHeight);
  if (container) container.appendChild(frame);
  else if (script.parentNode && script.parentNode !== document.head) script.parentNode.insertBefore(frame, script);
  else document.body.appendChild(frame);
  grow(frame, embedded);
}
