/** How high the content is, however high the frame: its parts stand below each other, and the body is as high as the frame. */
function heightOf(): number {
  const { paddingTop, paddingBottom, rowGap } = getComputedStyle(document.body);
  const parts = Array.from(document.body.children, (part) => part.getBoundingClientRect().height);
  const gaps = (parts.length - 1) * (parseFloat(rowGap) || 0);
  const edges = parseFloat(paddingTop) + parseFloat(paddingBottom);
  return Math.ceil(parts.reduce((sum, height) => sum + height, gaps + edges));
}

/** Where the page goes on to by itself; empty for nowhere. */
function redirectUrl(): string {
  const refresh = document.querySelector('meta[http-equiv=refresh]');
  const content = (refresh && refresh.getAttribute('content')) || '';
  const at = content.indexOf('url=');
  return at === -1 ? '' : content.slice(at + 4);
}

/**
 * The other side of `speakWith`: once the page around the frame greets, it is told how high the content is, that the form was sent, and
 * that somebody pressed Escape. Answers a function for when it is sent later, which says whether anybody was told. Only sites the form's author allowed can frame it, and only who greeted is answered.
 */
export function answerHost(formId: string, isSent: () => boolean): (redirectUrl: string) => boolean {
  if (window.parent === window) return () => false;
  let host = '';
  const tell = (message: { type: string; height?: number; redirectUrl?: string }) =>
    window.parent.postMessage(Object.assign({ formId }, message), host);
  const tellHeight = () => tell({ type: 'waggle:size', height: heightOf() });

  window.addEventListener('message', ({ data, origin, source }: MessageEvent) => {
    if (source !== window.parent || !data || data.type !== 'waggle:hello' || data.formId !== formId) return;
    const isFirst = host === '';
    host = origin;
    tellHeight();
    if (!isFirst) return;
    const sizes = new ResizeObserver(tellHeight);
    Array.from(document.body.children).forEach((part) => sizes.observe(part));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') tell({ type: 'waggle:escape' });
    });
    if (!isSent()) return;
    tell({ type: 'waggle:sent', redirectUrl: redirectUrl() });
    // The whole page goes on, and not the frame alone.
    window.stop();
  });

  return (redirectUrl) => {
    if (host !== '') tell({ type: 'waggle:sent', redirectUrl });
    return host !== '';
  };
}
