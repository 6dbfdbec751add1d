/** Pixels a frame may have; what a page asks for beyond that is a mistake. */
const heights = { least: 80, most: 20_000 };

export type FrameEvents = {
  onHeight(height: number): void;
  onSent(redirectUrl: string): void;
  onEscape(): void;
};

/**
 * Speaks with one frame. Every message names the form, goes to the origin of the form alone, and is believed only from that
 * origin and that frame: another frame, or a page the frame was led to, is not heard.
 */
export function speakWith(frame: HTMLIFrameElement, origin: string, formId: string, events: FrameEvents): void {
  const hello = () => {
    const { contentWindow, contentDocument } = frame;
    // An empty frame has our own origin, and a browser complains of a greeting to another one.
    const isEmpty = contentDocument && contentDocument.URL === 'about:blank';
    if (contentWindow && !isEmpty) contentWindow.postMessage({ type: 'waggle:hello', formId }, origin);
  };
  window.addEventListener('message', ({ data, origin: from, source }: MessageEvent) => {
    if (from !== origin || source !== frame.contentWindow || !data || data.formId !== formId) return;
    if (data.type === 'waggle:size' && typeof data.height === 'number' && isFinite(data.height))
      events.onHeight(Math.min(Math.max(Math.ceil(data.height), heights.least), heights.most));
    if (data.type === 'waggle:sent') events.onSent(typeof data.redirectUrl === 'string' ? data.redirectUrl : '');
    if (data.type === 'waggle:escape') events.onEscape();
  });
  // Each page of a form is a new document, which has not heard of us.
  frame.addEventListener('load', hello);
  hello();
}
