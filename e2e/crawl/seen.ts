/** A text of the page as it stands. `cut` is how much of it nobody can read, in pixels. */
export type Seen = { text: string; at: string; cut: number };

/**
 * Runs in the page: every text that can be seen in it, or in the layer given, with what its surroundings cut off. Surroundings
 * that scroll cut nothing off; a text that is wholly outside belongs to something folded away.
 */
export function seenIn(layer: Element | null): Seen[] {
  const root = layer ?? document.body;
  return [...texts(), ...placeholders(), ...names()];

  function texts(): Seen[] {
    const seen: Seen[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      const parent = node.parentElement;
      if (!parent || !isWord(text) || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const cut = cutOff(range.getBoundingClientRect(), parent);
      if (cut !== undefined) seen.push({ text, at: placeOf(parent), cut });
    }
    return seen;
  }

  function placeholders(): Seen[] {
    return [...root.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')]
      .filter((field) => isShown(field) && field.value === '' && isWord(field.placeholder))
      .map((field) => ({ text: field.placeholder, at: placeOf(field), cut: cutOfPlaceholder(field) }));
  }

  function names(): Seen[] {
    return ['aria-label', 'title', 'alt'].flatMap((name) =>
      [...root.querySelectorAll(`[${name}]`)].map((named) => ({
        text: named.getAttribute(name)?.trim() ?? '',
        at: `${placeOf(named)} ${name}`,
        cut: 0,
      })),
    );
  }

  function isWord(text: string): boolean {
    return /\p{L}{2}/u.test(text);
  }

  function isShown(element: Element): boolean {
    return (
      !element.closest('script, style, noscript, [inert]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // Said to screen readers only: one pixel in size.
      !element.closest('.sr-only')
    );
  }

  /** How far a text reaches out of one box around it; undefined where it is wholly outside. */
  function reachesOut(box: DOMRect, around: Element): number | undefined {
    const { overflowX, overflowY } = getComputedStyle(around);
    const edge = around.getBoundingClientRect();
    const hidesX = /hidden|clip/.test(overflowX);
    const hidesY = /hidden|clip/.test(overflowY);
    if (hidesX && (box.left >= edge.right || box.right <= edge.left)) return undefined;
    if (hidesY && (box.top >= edge.bottom || box.bottom <= edge.top)) return undefined;
    // A line is a few pixels higher than its letters.
    return Math.max(
      hidesX ? Math.max(box.right - edge.right, edge.left - box.left) : 0,
      hidesY ? box.bottom - edge.bottom - 6 : 0,
    );
  }

  function cutOff(box: DOMRect, from: Element): number | undefined {
    if (box.width === 0 || box.height === 0) return undefined;
    let cut = Math.max(0, box.right - window.innerWidth, -box.left);
    for (let around: Element | null = from; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return Math.round(inside(cut, box));
      const more = reachesOut(box, around);
      if (more === undefined) return undefined;
      cut = Math.max(cut, more);
    }
    return Math.round(cut);
  }

  /** What only the window cuts off can be scrolled to. */
  function inside(cut: number, box: DOMRect): number {
    return cut === Math.max(box.right - window.innerWidth, -box.left) ? 0 : cut;
  }

  function cutOfPlaceholder(field: HTMLInputElement | HTMLTextAreaElement): number {
    if (field.tagName === 'TEXTAREA') return 0;
    const { font, paddingLeft, paddingRight, letterSpacing } = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = font;
    pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0, Math.round(pen.measureText(field.placeholder).width - room));
  }

  function placeOf(element: Element): string {
    const parts: string[] = [];
    for (let at: Element | null = element; at && at !== root && parts.length < 4; at = at.parentElement)
      parts.unshift(at.getAttribute('role') ?? at.tagName.toLowerCase());
    return parts.join(' > ');
  }
}
