/** Parameters of the page that say where its visitor came from; the form keeps them. */
const passedOn = /^utm_/;

export type Embedded = { origin: string; formId: string; title: string };

export function addressOf({ origin, formId }: Embedded): string {
  const address = new URL(`${origin}/forms/${formId}`);
  new URLSearchParams(location.search).forEach((value, name) => {
    if (passedOn.test(name)) address.searchParams.append(name, value.slice(0, 200));
  });
  return address.href;
}

/** Styles are set one by one: a strict content policy refuses style attributes and elements, and not these. */
export function dress(element: HTMLElement, css: string): void {
  element.style.cssText = css;
}

export function makeFrame(embedded: Embedded, height: number): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = addressOf(embedded);
  frame.title = embedded.title || 'Form';
  dress(frame, `display:block;width:100%;height:${height}px;border:0;border-radius:8px;color-scheme:auto`);
  return frame;
}

/** The whole page goes on, where a page in the frame alone would. */
export function goOn(redirectUrl: string): void {
  if (/^https?:\/\//i.test(redirectUrl)) setTimeout(() => location.assign(redirectUrl), 2000);
}
